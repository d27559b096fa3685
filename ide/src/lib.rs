//! The language server: protocol on stdio, answers from the spanned loader. Knows no window.
