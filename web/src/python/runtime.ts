// What code needs that was lowered from Python (src/rookery/javascript): each function does what that of its name does
// there. Operators are called as in Python's module operator, built-in functions py_*, methods dot_*.

export * from './collections'
export * from './numbers'
export * from './sequences'
export * from './states'
export * from './text'
export * from './value'
