//! Draws a world of hexes or of zones from the bundled geography: `world FILE.png|svg [WIDTH] [hexes|zones]`.
//! Shows the way from a recipe to a picture, and is the quickest look at a change of the renderer.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use chartroom_atlas::geo::Outlines;
use chartroom_atlas::render::scene::{
    AreaName, BorderKind, BorderView, Ground, HexGround, HexView, Key, Place, SidePattern, SideStyle, SideView, Stack,
    Surface, Symbol, ZoneGround, ZoneView,
};
use chartroom_atlas::render::{self, Rgb, Scene};
use chartroom_atlas::{hexes, zones};
use chartroom_format::grid::{Board, Direction, Numbering, OffsetParity, Orientation};
use chartroom_format::schema::recipe::{
    Drawing, Extent, HexDrawing, Projection, Recipe, SeedOf, ZoneDrawing, ZoneSeed,
};

const GEOGRAPHY: &str = include_str!("../../content/geo/countries-50m.json");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: world FILE.png|svg [WIDTH] [hexes|zones]")?;
    let width: u32 = arguments.next().map_or(Ok(2400), |text| text.parse())?;
    let scene = match arguments.next().as_deref() {
        Some("zones") => zone_world()?,
        Some(pack) if pack.contains('/') => pack_world(pack)?,
        _ => hex_world()?,
    };
    let start = Instant::now();
    let bytes =
        if file.ends_with(".svg") { render::svg(&scene, width)?.into_bytes() } else { render::png(&scene, width)? };
    eprintln!("{} bytes in {:?}", bytes.len(), start.elapsed());
    std::fs::write(file, bytes)?;
    Ok(())
}

fn tint(symbol: Symbol) -> Rgb {
    match symbol {
        Symbol::Mountain => Rgb(0xD8, 0xC7, 0xA6),
        Symbol::Desert => Rgb(0xF2, 0xE2, 0xB5),
        Symbol::Jungle => Rgb(0xC6, 0xD6, 0xA8),
        Symbol::Forest => Rgb(0xD3, 0xDD, 0xB8),
        _ => Rgb(0xEF, 0xE7, 0xD0),
    }
}

fn hex_world() -> Result<Scene, Box<dyn Error>> {
    let numbering: Numbering = serde_json::from_str(
        r#"{"pattern":[{"Row":2},{"Column":2}],"rows":{"first":0,"toward":"South"},"columns":{"first":0,"toward":"East"}}"#,
    )?;
    let board = Board::new(Orientation::Pointy, OffsetParity::Odd, 113, 60, true)?;
    let known = [("1333", (51.5, 0.0)), ("1144", (55.7, 37.6)), ("2031", (36.1, -5.4)), ("4639", (-33.9, 18.4))];
    let recipe = Recipe {
        schema: 1,
        requires: Vec::new(),
        note: String::new(),
        geography: String::new(),
        projection: Projection::Miller,
        calibrate: known.into_iter().map(|(number, place)| (number.into(), place)).collect(),
        worst_residual: 3.0,
        pull: None,
        draw: Drawing::Hexes(HexDrawing::default()),
    };
    let outlines = Outlines::read(GEOGRAPHY)?;
    let drawn = hexes::draw(&recipe, &HexDrawing::default(), &board, &numbering, &outlines).map_err(first)?;
    let coast = hexes::coastline(&Outlines::read_land(GEOGRAPHY)?, &drawn.placing, &board);
    let powers = [
        ("Germany", Rgb(0x6E, 0x6E, 0x6A)),
        ("Russia", Rgb(0xB5, 0x5A, 0x45)),
        ("United States of America", Rgb(0x6F, 0x8F, 0x4E)),
        ("United Kingdom", Rgb(0xC2, 0x9A, 0x5B)),
        ("Japan", Rgb(0xD8, 0xA0, 0x3C)),
        ("Italy", Rgb(0x8C, 0x6F, 0x9E)),
        ("France", Rgb(0x5F, 0x82, 0xB2)),
        ("China", Rgb(0x9F, 0xB8, 0x76)),
    ];
    let mut countries: BTreeMap<String, u16> = BTreeMap::new();
    let layout = hexes::layout(&board);
    let mut views = Vec::new();
    let mut places = Vec::new();
    for hex in &drawn.hexes {
        let country = hex.countries.first().map(|(name, _)| name.clone());
        let next = countries.len() as u16;
        let number = country.as_ref().map(|name| *countries.entry(name.clone()).or_insert(next));
        let owner = powers.iter().position(|power| country.as_deref() == Some(power.0)).map(|owner| owner as u16);
        let (lat, lon) =
            drawn.placing.locate(layout.centre(board.to_hex(hex.cell)).0, layout.centre(board.to_hex(hex.cell)).1);
        let symbol = match () {
            () if hex.surface == Surface::Sea => None,
            () if (27.0..38.0).contains(&lat) && (70.0..100.0).contains(&lon) => Some(Symbol::Mountain),
            () if (16.0..31.0).contains(&lat) && (-15.0..55.0).contains(&lon) => Some(Symbol::Desert),
            () if (-10.0..6.0).contains(&lat) => Some(Symbol::Jungle),
            () if lat > 58.0 => Some(Symbol::Forest),
            () => None,
        };
        views.push(HexView {
            surface: hex.surface,
            tint: symbol.map(tint),
            symbol,
            owner,
            country: number,
            number: hex.number.clone(),
        });
    }
    let cities = [
        ("London", 51.5, -0.1, 2, Symbol::Capital),
        ("Paris", 48.9, 2.3, 2, Symbol::Capital),
        ("Berlin", 52.5, 13.4, 2, Symbol::Capital),
        ("Moscow", 55.7, 37.6, 2, Symbol::Capital),
        ("Rome", 41.9, 12.5, 2, Symbol::Capital),
        ("Tokyo", 35.7, 139.7, 2, Symbol::Capital),
        ("Washington", 38.9, -77.0, 2, Symbol::Capital),
        ("Gibraltar", 36.1, -5.4, 1, Symbol::NavalBase),
        ("Malta", 35.9, 14.4, 1, Symbol::NavalBase),
        ("Leningrad", 59.9, 30.3, 1, Symbol::Industry),
        ("Stalingrad", 48.7, 44.5, 1, Symbol::Industry),
        ("Bombay", 19.0, 72.8, 0, Symbol::Port),
        ("Singapore", 1.4, 103.8, 0, Symbol::NavalBase),
        ("Sydney", -33.9, 151.2, 0, Symbol::Port),
        ("Cairo", 30.0, 31.2, 0, Symbol::AirBase),
        ("Kiel", 54.3, 10.1, 0, Symbol::Port),
        ("Pearl Harbor", 21.3, -157.9, 1, Symbol::NavalBase),
        ("Maginot Line", 48.5, 6.5, 0, Symbol::Fort),
    ];
    for (position, (name, lat, lon, rank, symbol)) in cities.into_iter().enumerate() {
        let (x, y) = drawn.placing.place(lat, lon);
        let cell = board.cell(layout.hex_at((x, y))).ok_or("off the map")?;
        let owner = Some((position % powers.len()) as u16);
        places.push(Place {
            at: layout.centre(board.to_hex(cell)),
            room: 1.0,
            name: Some(name.to_owned()),
            is_sea: false,
            rank,
            features: vec![(symbol, None)],
            stacks: if position % 3 == 0 { vec![Stack { owner, count: position as u32 + 1 }] } else { Vec::new() },
            value: None,
        });
    }
    let seas = [
        ("North Atlantic", 38.0, -40.0, 30.0),
        ("Indian Ocean", -20.0, 80.0, 30.0),
        ("Pacific Ocean", 5.0, -150.0, 45.0),
        ("Mediterranean Sea", 34.5, 19.0, 14.0),
    ];
    let areas = seas.into_iter().map(|(text, lat, lon, width)| {
        let (x, y) = drawn.placing.place(lat, lon);
        AreaName { text: text.to_owned(), at: (x.rem_euclid(layout.turn(&board)), y), width, is_sea: true }
    });
    let areas = areas.chain(
        [("Soviet Union", 62.0, 85.0, 40.0), ("China", 31.0, 106.0, 14.0), ("Brazil", -10.0, -53.0, 14.0)]
            .into_iter()
            .map(|(text, lat, lon, width)| AreaName {
                text: text.to_owned(),
                at: drawn.placing.place(lat, lon),
                width,
                is_sea: false,
            }),
    );
    let ridge = SideStyle { pattern: SidePattern::Ridge, colour: Rgb(0x7A, 0x5A, 0x36) };
    let river = SideStyle { pattern: SidePattern::Line, colour: Rgb(0x4F, 0x86, 0xA8) };
    let crossing = SideStyle { pattern: SidePattern::Crossing, colour: Rgb(0x9A, 0x3B, 0x2E) };
    let sample = |number: &str, direction: u8, style: SideStyle| -> Result<SideView, Box<dyn Error>> {
        let cell = numbering.parse(&board, number)?;
        Ok(SideView { hex: board.index(cell).ok_or("off the map")?, direction: Direction::new(direction), style })
    };
    let sides = vec![
        sample("1635", 0, ridge)?,
        sample("1635", 1, ridge)?,
        sample("1335", 5, river)?,
        sample("1144", 4, river)?,
        sample("1333", 5, crossing)?,
    ];
    Ok(Scene {
        title: "The World at War".to_owned(),
        subtitle: "drawn from public-domain geography".to_owned(),
        across: (0..board.columns())
            .map(|column| {
                (
                    layout.centre(board.to_hex(chartroom_format::grid::Cell::new(column, 0))).0,
                    numbering.column_name(&board, column),
                )
            })
            .collect(),
        down: (0..board.rows())
            .map(|row| {
                (
                    layout.centre(board.to_hex(chartroom_format::grid::Cell::new(0, row))).1,
                    numbering.row_name(&board, row),
                )
            })
            .collect(),
        ground: Ground::Hexes(HexGround { board, hexes: views, sides, coast }),
        owners: powers.iter().map(|(name, colour)| Key { name: (*name).to_owned(), colour: *colour }).collect(),
        terrains: [
            ("Mountain", Symbol::Mountain),
            ("Desert", Symbol::Desert),
            ("Jungle", Symbol::Jungle),
            ("Forest", Symbol::Forest),
        ]
        .into_iter()
        .map(|(name, symbol)| Key { name: name.to_owned(), colour: tint(symbol) })
        .collect(),
        features: [
            (Symbol::Capital, "Capital"),
            (Symbol::NavalBase, "Naval base"),
            (Symbol::Port, "Port"),
            (Symbol::Industry, "Industry"),
            (Symbol::AirBase, "Airbase"),
            (Symbol::Fort, "Fort"),
        ]
        .into_iter()
        .map(|(symbol, name)| (symbol, name.to_owned()))
        .collect(),
        sides: vec![(ridge, "Mountains".to_owned()), (river, "River".to_owned()), (crossing, "Crossing".to_owned())],
        places,
        areas: areas.collect(),
        miles: Some(200.0),
        note: "Countries are those of today.".to_owned(),
    })
}

fn first<T: Error>(problems: Vec<T>) -> String {
    problems.first().map_or_else(String::new, ToString::to_string)
}

fn zone_world() -> Result<Scene, Box<dyn Error>> {
    let seed =
        |id: &str, of: SeedOf, at: &[(f64, f64)]| ZoneSeed { id: id.into(), of, at: at.to_vec(), outline: Vec::new() };
    let land = |names: &[&str]| SeedOf::Land(names.iter().map(|name| (*name).to_owned()).collect());
    let drawing = ZoneDrawing {
        extent: Extent { north: 72.0, south: 28.0, west: -25.0, east: 50.0 },
        width: 2400,
        slack: 0.9,
        smallest_piece: 30,
        waver: 14.0,
        zones: vec![
            seed("berlin", land(&["Germany"]), &[(52.5, 13.0)]),
            seed("rhineland", land(&["Germany"]), &[(50.5, 7.5)]),
            seed("bavaria", land(&["Germany"]), &[(48.5, 11.5)]),
            seed("paris", land(&["France"]), &[(48.9, 2.3)]),
            seed("normandy", land(&["France"]), &[(48.5, -2.5)]),
            seed("vichy", land(&["France"]), &[(44.5, 3.0)]),
            seed("spain", land(&["Spain", "Portugal"]), &[(40.0, -4.0)]),
            seed("rome", land(&["Italy"]), &[(42.0, 12.5)]),
            seed("milan", land(&["Italy"]), &[(45.3, 9.5)]),
            seed("london", land(&["United Kingdom", "Ireland"]), &[(52.0, -1.0)]),
            seed("scotland", land(&["United Kingdom"]), &[(57.0, -4.0)]),
            seed("poland", land(&["Poland"]), &[(52.0, 20.0)]),
            seed("moscow", land(&["Russia"]), &[(55.7, 37.6)]),
            seed("leningrad", land(&["Russia"]), &[(60.0, 31.0)]),
            seed("volga", land(&["Russia"]), &[(50.0, 45.0)]),
            seed("ukraine", land(&["Ukraine", "Moldova"]), &[(49.0, 31.0)]),
            seed(
                "balkans",
                land(&["Serbia", "Bosnia and Herz.", "Croatia", "Romania", "Bulgaria", "Greece", "Albania"]),
                &[(44.0, 21.0), (39.0, 22.0)],
            ),
            seed("turkey", land(&["Turkey"]), &[(39.0, 33.0)]),
            seed("scandinavia", land(&["Norway", "Sweden"]), &[(62.0, 12.0)]),
            seed("finland", land(&["Finland"]), &[(63.0, 26.0)]),
            seed("maghreb", land(&["Morocco", "Algeria", "Tunisia"]), &[(33.0, 2.0)]),
            seed("libya", land(&["Libya"]), &[(30.0, 18.0)]),
            seed("egypt", land(&["Egypt"]), &[(29.5, 31.0)]),
            seed("other", land(&[]), &[(33.0, 44.0)]),
            seed("atlantic", SeedOf::Sea, &[(48.0, -18.0)]),
            seed("biscay", SeedOf::Sea, &[(45.5, -5.0)]),
            seed("north-sea", SeedOf::Sea, &[(56.5, 3.0)]),
            seed("norwegian-sea", SeedOf::Sea, &[(67.0, 2.0)]),
            seed("baltic", SeedOf::Sea, &[(57.0, 19.0)]),
            seed("west-med", SeedOf::Sea, &[(39.0, 5.0)]),
            seed("east-med", SeedOf::Sea, &[(34.5, 26.0)]),
            seed("adriatic", SeedOf::Sea, &[(42.8, 16.0)]),
            seed("black-sea", SeedOf::Sea, &[(43.0, 34.0)]),
            seed("caspian", SeedOf::Sea, &[(42.0, 49.5)]),
        ],
    };
    let outlines = Outlines::read(GEOGRAPHY)?;
    let start = Instant::now();
    let drawn = zones::draw(&drawing, &Projection::Miller, &outlines).map_err(first)?;
    eprintln!(
        "drawn in {:?}: {} borders, {} points, {:?}",
        start.elapsed(),
        drawn.shapes.borders.len(),
        drawn.shapes.borders.iter().map(|border| border.points.len()).sum::<usize>(),
        drawn.notes
    );
    let (areas, problems) = zones::Areas::read(&drawn.shapes);
    eprintln!("{} problems", problems.len());
    let owners =
        [("Axis", Rgb(0x77, 0x74, 0x6E)), ("Allies", Rgb(0xB8, 0x8B, 0x4A)), ("Comintern", Rgb(0xB5, 0x52, 0x40))];
    let owner = |id: &str| match id {
        "berlin" | "rhineland" | "bavaria" | "rome" | "milan" | "libya" => Some(0),
        "london" | "scotland" | "paris" | "normandy" | "vichy" | "maghreb" | "egypt" => Some(1),
        "moscow" | "leningrad" | "volga" | "ukraine" => Some(2),
        _ => None,
    };
    let is_sea = |id: &str| drawn.zones.iter().any(|zone| zone.id.as_str() == id && zone.is_sea);
    let float = |ring: &Vec<(i32, i32)>| ring.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect::<Vec<_>>();
    let mut views = Vec::new();
    let mut places = Vec::new();
    for (id, area) in &areas.zones {
        let rings: Vec<Vec<(f64, f64)>> = area.rings.iter().map(float).collect();
        if let Some((at, room)) = zones::middle(&rings) {
            let stacks = if room > 60.0 && !is_sea(id.as_str()) {
                vec![Stack { owner: owner(id.as_str()), count: (room / 9.0) as u32 }]
            } else {
                Vec::new()
            };
            places.push(Place {
                at,
                room,
                name: Some(id.to_string()),
                is_sea: is_sea(id.as_str()),
                rank: 0,
                features: Vec::new(),
                stacks,
                value: (!is_sea(id.as_str())).then_some(3),
            });
        }
        let surface = if is_sea(id.as_str()) { Surface::Sea } else { Surface::Land };
        views.push(ZoneView { rings, surface, tint: None, symbol: None, owner: owner(id.as_str()) });
    }
    let borders = drawn.shapes.borders.iter().filter_map(|border| {
        let (left, right) = (border.left.as_ref()?, border.right.as_ref()?);
        let kind = match (is_sea(left.as_str()), is_sea(right.as_str())) {
            (true, true) => BorderKind::Sea,
            (false, false) if owner(left.as_str()) == owner(right.as_str()) => BorderKind::Territory,
            (false, false) => BorderKind::Country,
            _ => BorderKind::Coast,
        };
        Some(BorderView { points: float(&border.points), kind })
    });
    Ok(Scene {
        title: "Europe".to_owned(),
        subtitle: "zones grown from seeds".to_owned(),
        ground: Ground::Zones(ZoneGround {
            width: f64::from(drawn.shapes.width),
            height: f64::from(drawn.shapes.height),
            borders: borders.collect(),
            zones: views,
        }),
        owners: owners.iter().map(|(name, colour)| Key { name: (*name).to_owned(), colour: *colour }).collect(),
        terrains: Vec::new(),
        features: Vec::new(),
        sides: Vec::new(),
        places,
        areas: Vec::new(),
        across: Vec::new(),
        down: Vec::new(),
        miles: None,
        note: String::new(),
    })
}

fn pack_world(folder: &str) -> Result<Scene, Box<dyn Error>> {
    let start = Instant::now();
    let loaded = chartroom_format::load::load(&chartroom_format::fs::DiskFs, std::path::Path::new(folder))?;
    let mut content = loaded.content;
    eprintln!("loaded in {:?}", start.elapsed());
    if let (Some(recipe), true) = (&content.recipe, content.shapes.is_none())
        && let Drawing::Zones(drawing) = &recipe.draw
    {
        let start = Instant::now();
        let drawn = zones::draw(drawing, &recipe.projection, &Outlines::read(GEOGRAPHY)?)
            .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
        eprintln!("drawn in {:?}: {} borders, {} points", start.elapsed(), drawn.shapes.borders.len(), drawn.shapes.borders.iter().map(|border| border.points.len()).sum::<usize>());
        for note in &drawn.notes {
            eprintln!("{note:?}");
        }
        std::fs::write("/tmp/shapes.ron", zones::shapes_text(&drawn.shapes))?;
        content.shapes = Some(drawn.shapes);
    }
    if let (Some(recipe), Some(map)) = (&content.recipe, &content.map)
        && let chartroom_format::schema::map::Grid::Hexes(grid) = &map.grid
    {
        match hexes::place(recipe, &grid.board()?, &grid.numbering) {
            Ok((_, residuals)) => {
                let mut worst: Vec<_> = residuals.iter().map(|residual| (residual.distance(), residual.label.clone())).collect();
                worst.sort_by(|a, b| b.0.total_cmp(&a.0));
                eprintln!("residuals: {:?}", &worst[..worst.len().min(8)]);
            }
            Err(problems) => eprintln!("{problems:?}"),
        }
    }
    Ok(chartroom_atlas::chart::chart(&content, &chartroom_atlas::chart::Holdings::default(), Some(GEOGRAPHY))?)
}
