//! Values: names become ids. A value that could divide by zero, grow beyond all figures, speak of itself or take without end to
//! compute is a fault at its line, so that none of it can happen in play.

use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::expression::{self as written, Expression};

use super::Compiler;
use super::bounds::{Bounds, DEEPEST, MOST_PARTS, Trouble};
use super::hand::Hand;
use crate::codes;
use crate::table::{Place, TableInfo};
use crate::value::{Among, CellKey, Figure, Value, Who};

/// How deep named values may stand in each other.
const MOST_NAMED: usize = 40;
/// How often things looked at one by one may look at others one by one.
const MOST_LOOKS: usize = 2;

/// Where a value is being compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Nesting {
    /// The named values around it.
    named: Vec<String>,
    parts: usize,
    looks: usize,
    /// Values within conditions within values.
    depth: usize,
    /// Parts within parts.
    level: usize,
}

impl Compiler<'_> {
    /// A value. One with a fault is 0; the finding says why.
    pub(super) fn value(&mut self, value: &written::Value) -> Value {
        self.proved(value).unwrap_or_else(|| Value::from(0))
    }

    /// A value that stands where whole numbers are wanted.
    pub(super) fn whole(&mut self, value: &written::Value) -> Value {
        let Some(proved) = self.proved(value) else { return Value::from(0) };
        if !super::bounds::is_whole(self.content, value) {
            let message = "this may come to a fraction, and a whole number is wanted; put `Round(.., Down)` around it";
            self.fault(codes::FRACTION, message.to_owned());
        }
        proved
    }

    /// A value that has a number whatever happens.
    fn proved(&mut self, value: &written::Value) -> Option<Value> {
        self.nesting.depth += 1;
        if self.nesting.depth == 1 {
            self.nesting.parts = 0;
        }
        let found = self.term(value);
        self.nesting.depth -= 1;
        let found = found?;
        if let Err(trouble) = Bounds::of(self.content, value) {
            self.trouble(trouble);
            return None;
        }
        Some(found)
    }

    fn trouble(&mut self, trouble: Trouble) {
        match trouble {
            Trouble::DividesByZero => {
                let message = "the divisor may be 0; say with `if_zero` what the quotient is then";
                self.fault(codes::DIVIDES_BY_ZERO, message.to_owned());
            }
            Trouble::TooLarge => {
                let message = "this may grow beyond what can be reckoned; bound its parts with `Min` and `Max`";
                self.fault(codes::TOO_LARGE, message.to_owned());
            }
        }
    }

    fn terms(&mut self, parts: &[written::Value]) -> Option<Vec<Value>> {
        parts.iter().map(|part| self.term(part)).collect()
    }

    fn pair(&mut self, one: &written::Value, other: &written::Value) -> Option<Box<[Value; 2]>> {
        Some(Box::new([self.term(one)?, self.term(other)?]))
    }

    fn term(&mut self, value: &written::Value) -> Option<Value> {
        self.nesting.parts += 1;
        if self.nesting.parts > MOST_PARTS {
            if self.nesting.parts == MOST_PARTS + 1 {
                self.fault(codes::VALUE_CIRCLE, format!("this value has more than {MOST_PARTS} parts"));
            }
            return None;
        }
        if self.nesting.level >= DEEPEST {
            self.fault(
                codes::VALUE_CIRCLE,
                format!("parts of this value stand more than {DEEPEST} deep in each other"),
            );
            return None;
        }
        self.nesting.level += 1;
        let found = self.expression(value);
        self.nesting.level -= 1;
        found
    }

    fn expression(&mut self, value: &written::Value) -> Option<Value> {
        let expression = match value {
            written::Value::Number(amount) if Bounds::is_large(*amount) => {
                self.trouble(Trouble::TooLarge);
                return None;
            }
            written::Value::Number(amount) => return Some(Value::Number(*amount)),
            written::Value::Computed(expression) => &**expression,
        };
        Some(match expression {
            Expression::Named(name) => return self.named(name.as_str()),
            Expression::Sum(parts) => Value::Sum(self.terms(parts)?),
            Expression::Times(parts) => Value::Times(self.terms(parts)?),
            Expression::Min(parts) => Value::Min(self.terms(parts)?),
            Expression::Max(parts) => Value::Max(self.terms(parts)?),
            Expression::Minus(one, other) => Value::Minus(self.pair(one, other)?),
            Expression::Quotient { of, by, if_zero } => Value::Quotient {
                parts: self.pair(of, by)?,
                if_zero: match if_zero {
                    Some(value) => Some(Box::new(self.term(value)?)),
                    None => None,
                },
            },
            Expression::Round(value, how) => Value::Round(Box::new(self.term(value)?), *how),
            Expression::If { when, then, otherwise } => {
                let when = self.condition(when);
                Value::If(Box::new((when, *self.pair(then, otherwise)?)))
            }
            figure => Value::Figure(Box::new(self.figure(figure)?)),
        })
    }

    /// A value with a name, put where it is spoken of.
    fn named(&mut self, name: &str) -> Option<Value> {
        let Some(named) = self.content.values.get(name) else {
            self.unknown("value", name);
            return None;
        };
        if self.nesting.named.iter().any(|around| around == name) {
            self.fault(codes::VALUE_CIRCLE, format!("the value `{name}` is computed from itself"));
            return None;
        }
        if self.nesting.named.len() >= MOST_NAMED {
            self.fault(codes::VALUE_CIRCLE, format!("more than {MOST_NAMED} named values stand in each other"));
            return None;
        }
        self.nesting.named.push(name.to_owned());
        let found = self.term(&named.is);
        self.nesting.named.pop();
        found
    }

    fn figure(&mut self, expression: &Expression) -> Option<Figure> {
        Some(match expression {
            Expression::Turn => Figure::Turn,
            Expression::Year => Figure::Year,
            Expression::BattleRound => {
                self.needs(Hand::BATTLE, "`BattleRound`");
                Figure::BattleRound
            }
            Expression::Seasons { of, since } => {
                Figure::Seasons { of: self.season(of.as_str())?, since: self.event(since.as_str())? }
            }
            Expression::Track { track, who } => Figure::Track {
                track: self.track(track.as_str())?,
                who: match who {
                    Some(who) => Some(self.actor(who)?),
                    None => None,
                },
            },
            Expression::Money(who) => Figure::Money(self.who(who)?),
            Expression::Income(who) => Figure::Income(self.who(who)?),
            Expression::Points(who) => Figure::Points(self.who(who)?),
            Expression::Production(list) => Figure::Production(self.whose(list)?),
            Expression::Feature(feature) => {
                self.needs(Hand::PLACE, "`Feature`");
                Figure::Feature(self.feature(feature.as_str())?)
            }
            Expression::Stat(number) => {
                self.needs(Hand::UNIT, "`Stat`");
                Figure::Stat(*number)
            }
            Expression::Count(among) => Figure::Count(self.among(among)?),
            Expression::Total { over, of } => {
                let hand = self.hand.of(over);
                let looked = self.among(over)?;
                self.look(|compiler| {
                    let of = compiler.with_hand(hand, |compiler| compiler.term(of))?;
                    Some(Figure::Total { over: looked, of })
                })?
            }
            Expression::Cell(table, keys) => self.cell(table.as_str(), keys)?,
            Expression::Named(_)
            | Expression::Sum(_)
            | Expression::Minus(..)
            | Expression::Times(_)
            | Expression::Quotient { .. }
            | Expression::Min(_)
            | Expression::Max(_)
            | Expression::Round(..)
            | Expression::If { .. } => return None,
        })
    }

    pub(super) fn who(&mut self, who: &written::Who) -> Option<Who> {
        match who {
            written::Who::Named(actor) => self.actor(actor).map(Who::Named),
            written::Who::Part(part) => {
                if *part == written::Part::Holder {
                    self.needs(Hand::PLACE, "`Holder`");
                }
                Some(Who::Part(*part))
            }
        }
    }

    fn whose(&mut self, list: &[written::Who]) -> Option<Vec<Who>> {
        list.iter().map(|who| self.who(who)).collect()
    }

    /// Looks at things one by one; looks within looks take the product of their numbers.
    pub(super) fn look<T>(&mut self, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.nesting.looks >= MOST_LOOKS {
            let message = format!("more than {MOST_LOOKS} of Count, Total, Exists and Every stand in each other");
            self.fault(codes::VALUE_CIRCLE, message);
            return None;
        }
        self.nesting.looks += 1;
        let done = work(self);
        self.nesting.looks -= 1;
        done
    }

    pub(super) fn among(&mut self, among: &written::Among) -> Option<Among> {
        let hand = self.hand.of(among);
        self.look(|compiler| {
            let asked = |compiler: &mut Self, when: &Option<Box<Condition>>| {
                let when = when.as_deref()?;
                Some(compiler.with_hand(hand, |compiler| compiler.condition(when)))
            };
            Some(match among {
                written::Among::Spaces { within, when } => Among::Spaces {
                    within: (!within.is_empty()).then(|| compiler.places(within)),
                    when: asked(compiler, when),
                },
                written::Among::Units { of, units, within, when } => Among::Units {
                    of: compiler.whose(of)?,
                    units: compiler.filter(units),
                    within: (!within.is_empty()).then(|| compiler.places(within)),
                    when: asked(compiler, when),
                },
                written::Among::Powers { of, when } => {
                    Among::Powers { of: compiler.whose(of)?, when: asked(compiler, when) }
                }
            })
        })
    }

    fn cell(&mut self, name: &str, keys: &[written::CellKey]) -> Option<Figure> {
        let table = self.table(name)?;
        let info = TableInfo::new(self.content.tables.get(name)?);
        if keys.len() != info.axes().max(1) && !(info.axes() == 2 && keys.len() == 1 && info.keys(1).len() == 1) {
            let message = format!("the table `{name}` is read with {} keys, not {}", info.axes(), keys.len());
            self.fault(codes::UNRESOLVED, message);
            return None;
        }
        let mut found = Vec::with_capacity(keys.len());
        for (axis, key) in keys.iter().enumerate() {
            found.push(match key {
                written::CellKey::Is(key) => {
                    let word = info.word(axis, key.as_str());
                    let number = || key.as_str().parse().map_or(Place::Off, |number| info.at(axis, number));
                    match if word == Place::Off { number() } else { word } {
                        Place::Off => {
                            self.unknown("row or column", key.as_str());
                            return None;
                        }
                        place => CellKey::Is(place),
                    }
                }
                written::CellKey::By(by) => match by {
                    written::KeyBy::Season => CellKey::Season,
                    written::KeyBy::Power => CellKey::Power,
                    written::KeyBy::Unit => {
                        self.needs(Hand::UNIT, "the key `Unit`");
                        CellKey::Unit
                    }
                    written::KeyBy::Space => {
                        self.needs(Hand::PLACE, "the key `Space`");
                        CellKey::Space
                    }
                    written::KeyBy::Value(value) => CellKey::Value(self.term(value)?),
                },
            });
        }
        Some(Figure::Cell(table, found))
    }
}
