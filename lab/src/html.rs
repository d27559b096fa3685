//! A page that stands alone: text, tables, charts as inline SVG; light or dark as the reader's machine is. No script, nothing
//! is fetched.

use std::fmt::Write;

use crate::chart::Chart;

const STYLE: &str = ":root{--text:#1d242c;--faint:#5a6672;--grid:#d5dae0;--paper:#fff;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--text:#e8ecf0;--faint:#a3afbb;--grid:#3a434c;--paper:#171b20}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;margin:.75rem 0;display:block;overflow-x:auto}
th,td{border-bottom:1px solid var(--grid);padding:.25rem .75rem .25rem 0;text-align:left;font-variant-numeric:tabular-nums}
td:not(:first-child),th:not(:first-child){text-align:right}
svg{max-width:100%;height:auto;display:block;margin:1rem 0}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow-x:auto;border:1px solid var(--grid);padding:.75rem}
.faint{color:var(--faint)}";

/// A page in the making.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
}

impl Page {
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), body: format!("<h1>{}</h1>\n", escaped(title)) }
    }

    #[must_use]
    pub fn heading(mut self, words: &str) -> Self {
        let _ = writeln!(self.body, "<h2>{}</h2>", escaped(words));
        self
    }

    #[must_use]
    pub fn words(mut self, words: &str) -> Self {
        let _ = writeln!(self.body, "<p>{}</p>", escaped(words));
        self
    }

    #[must_use]
    pub fn code(mut self, text: &str) -> Self {
        let _ = writeln!(self.body, "<pre>{}</pre>", escaped(text));
        self
    }

    #[must_use]
    pub fn list<'a>(mut self, lines: impl IntoIterator<Item = &'a str>) -> Self {
        self.body.push_str("<ul>\n");
        for line in lines {
            let _ = writeln!(self.body, "<li>{}</li>", escaped(line));
        }
        self.body.push_str("</ul>\n");
        self
    }

    #[must_use]
    pub fn table(mut self, headers: &[&str], rows: &[Vec<String>]) -> Self {
        let row = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
            cells.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect::<String>()
        };
        let _ = writeln!(self.body, "<table>\n<tr>{}</tr>", row("th", &mut headers.iter().copied()));
        for cells in rows {
            let _ = writeln!(self.body, "<tr>{}</tr>", row("td", &mut cells.iter().map(String::as_str)));
        }
        self.body.push_str("</table>\n");
        self
    }

    #[must_use]
    pub fn chart(mut self, chart: &Chart) -> Self {
        self.body.push_str(&chart.svg());
        self
    }

    pub fn finish(self) -> String {
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
            escaped(&self.title),
            self.body
        )
    }
}

/// Text that cannot be taken for markup.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
