//! The numbers of the rulebooks, and any other pattern, there and back.

use super::*;
use crate::grid::Cell;
use proptest::prelude::*;

fn halves() -> Numbering {
    Numbering {
        pattern: vec![Part::Section, Part::Row(2), Part::Column(2)],
        rows: Lines { first: 1, toward: Vertical::North },
        columns: Lines::eastward(),
        sections: BTreeMap::from([("W".to_owned(), 0), ("E".to_owned(), 34)]),
        letters: Letters::default(),
    }
}

fn digits() -> Numbering {
    Numbering {
        pattern: vec![Part::Row(2), Part::Column(2)],
        rows: Lines { first: 0, toward: Vertical::South },
        columns: Lines { first: 0, toward: Horizontal::East },
        sections: BTreeMap::new(),
        letters: Letters::default(),
    }
}

fn letters() -> Numbering {
    Numbering {
        pattern: vec![Part::RowLetter, Part::Column(1)],
        rows: Lines { first: 1, toward: Vertical::North },
        ..digits()
    }
}

fn board(columns: u32, rows: u32) -> Board {
    Board::new(Orientation::Pointy, OffsetParity::Odd, columns, rows, true).expect("legal")
}

#[test]
fn numbers_of_the_rulebooks_stand_where_they_should() {
    let check = |numbering: &Numbering, board: &Board, text: &str, column: i32, row: i32| {
        numbering.check(board).expect("numbering suits the board");
        assert_eq!(numbering.parse(board, text), Ok(Cell::new(column, row)), "{text}");
        assert_eq!(numbering.format(board, Cell::new(column, row)), text);
    };
    check(&halves(), &board(68, 40), "W3119", 18, 9);
    check(&halves(), &board(68, 40), "E3119", 52, 9);
    check(&digits(), &board(113, 60), "1144", 44, 11);
    check(&digits(), &board(113, 60), "19107", 107, 19);
    check(&letters(), &board(30, 24), "Q13", 13, 7);
    check(&letters(), &board(30, 30), "AA7", 7, 3);
}

#[test]
fn rows_and_columns_have_names_for_the_edge() {
    assert_eq!(
        (halves().row_name(&board(68, 40), 9), halves().column_name(&board(68, 40), 52)),
        ("31".into(), "E19".into())
    );
    assert_eq!(
        (letters().row_name(&board(30, 24), 7), letters().column_name(&board(30, 24), 13)),
        ("Q".into(), "13".into())
    );
}

#[test]
fn what_is_no_number_is_told_why() {
    let check = |numbering: &Numbering, text: &str, expected: &str| {
        let message = numbering.parse(&board(68, 40), text).map_err(|error| error.to_string());
        assert_eq!(message, Err(expected.to_owned()), "{text}");
    };
    check(&halves(), "3119", "`3119` has no section where one belongs");
    check(&halves(), "W3135", "`W3135` is not on the map: column 35 is outside 1 to 34");
    check(&halves(), "W4101", "`W4101` is not on the map: row 41 is outside 1 to 40");
    check(&halves(), "W31x", "`W31x` has no column where one belongs");
    check(&digits(), "1144b", "`1144b` goes on after the number ends: `b`");
    check(&digits(), "11044", "`11044` must be written `1144`");
    check(&digits(), "", "`` has no row where one belongs");
    check(&digits(), "119999999999", "`119999999999` has no column where one belongs");
    check(&letters(), "q13", "`q13` has no row letter where one belongs");
}

#[test]
fn numberings_that_would_mix_hexes_up_are_refused() {
    let board = board(68, 140);
    assert_eq!(digits().check(&board), Err(NumberError::TooFewDigits { line: "row", number: 139, digits: 2 }));
    let twice = Numbering { pattern: vec![Part::Row(2), Part::Row(2)], ..digits() };
    assert_eq!(twice.check(&board), Err(NumberError::PartTwice("row")));
    let late = Numbering {
        sections: BTreeMap::from([("E".to_owned(), 34)]),
        rows: Lines { first: 1, toward: Vertical::North },
        ..halves()
    };
    assert_eq!(late.check(&board), Err(NumberError::NoFirstSection));
}

#[test]
fn printed_push_becomes_the_push_of_the_board() {
    // Even printed rows are pushed east; with rows 1 to 39 growing northward, row 39 is row 0 of the board.
    assert_eq!(halves().shifted(OffsetParity::Even, Orientation::Pointy, 68, 39), OffsetParity::Odd);
    assert_eq!(halves().shifted(OffsetParity::Even, Orientation::Pointy, 68, 40), OffsetParity::Even);
    assert_eq!(digits().shifted(OffsetParity::Odd, Orientation::Pointy, 113, 60), OffsetParity::Odd);
}

fn any_numbering() -> impl Strategy<Value = Numbering> {
    let base = prop_oneof![
        Just(halves()),
        Just(digits()),
        Just(letters()),
        Just(Numbering { letters: Letters::Counted, ..letters() })
    ];
    (base, 0..3_u32, any::<bool>(), any::<bool>()).prop_map(|(base, first, north, west)| Numbering {
        rows: Lines { first: first + 1, toward: if north { Vertical::North } else { Vertical::South } },
        columns: Lines { first, toward: if west { Horizontal::West } else { Horizontal::East } },
        ..base
    })
}

proptest! {
    #[test]
    fn every_cell_keeps_its_own_number(numbering in any_numbering(), columns in 35..140_u32, rows in 1..90_u32) {
        let board = board(columns, rows);
        prop_assert_eq!(numbering.check(&board), Ok(()));
        let mut seen = std::collections::BTreeSet::new();
        for cell in board.cells() {
            let text = numbering.format(&board, cell);
            prop_assert_eq!(numbering.parse(&board, &text), Ok(cell));
            prop_assert!(seen.insert(text));
        }
    }

    #[test]
    fn any_text_gets_an_answer(numbering in any_numbering(), text in ".{0,8}") {
        let board = board(68, 40);
        if let Ok(cell) = numbering.parse(&board, &text) {
            prop_assert_eq!(numbering.format(&board, cell), text);
        }
    }
}
