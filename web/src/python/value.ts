// A value of Python: numbers (a BigInt beyond 2 ** 53), texts, null, arrays (lists and tuples), Dict, PySet, objects.
// It knows its own kind, as in Python; types would say nothing here.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Value = any

export const areNumbers = (a: Value, b: Value) => typeof a === 'number' && typeof b === 'number'

export class PythonError extends Error {
  constructor(
    readonly kind: string,
    words = '',
  ) {
    super(words)
  }
}

export const exception = (kind: string, words: Value = '') => new PythonError(kind, String(words))

const ABOVE: Record<string, string[]> = { KeyError: ['LookupError'], IndexError: ['LookupError'] }

/** Whether `except` with these names takes what was thrown. */
export const caught = (thrown: unknown, kinds: string[]) =>
  thrown instanceof PythonError &&
  [thrown.kind, 'Exception', ...(ABOVE[thrown.kind] ?? [])].some((kind) => kinds.includes(kind))

export const same = (value: Value) => value

export const is_str = (value: Value) => typeof value === 'string'
export const is_int = (value: Value) =>
  typeof value === 'bigint' || typeof value === 'boolean' || Number.isInteger(value)
