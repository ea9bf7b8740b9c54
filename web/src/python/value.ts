// A value of Python: numbers (a BigInt beyond 2 ** 53), texts, null, arrays (lists and tuples), Dict, PySet, objects.
// It knows its own kind, as in Python; types would say nothing here.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Value = any

export const areNumbers = (a: Value, b: Value) => typeof a === 'number' && typeof b === 'number'

/** BaseException. The names of classes are kept, because they are told. */
export class PythonError extends Error {
  static called = 'BaseException'
  args: Value[] = []

  constructor(...given: Value[]) {
    super()
    this.__init__(...given)
  }
  __init__(...args: Value[]) {
    this.args = args
    this.message = args.length ? String(args[0]) : ''
  }
  get kind(): string {
    return (this.constructor as typeof PythonError).called
  }
}

/** The class of an error below another one. */
export const below = (above: typeof PythonError, called: string) =>
  class extends above {
    static override called = called
  }

export const BaseException = PythonError
export const Exception = below(PythonError, 'Exception')
export const AssertionError = below(Exception, 'AssertionError')
export const AttributeError = below(Exception, 'AttributeError')
export const ArithmeticError = below(Exception, 'ArithmeticError')
export const OverflowError = below(ArithmeticError, 'OverflowError')
export const ZeroDivisionError = below(ArithmeticError, 'ZeroDivisionError')
export const LookupError = below(Exception, 'LookupError')
export const KeyError = below(LookupError, 'KeyError')
export const IndexError = below(LookupError, 'IndexError')
export const RuntimeError = below(Exception, 'RuntimeError')
export const RecursionError = below(RuntimeError, 'RecursionError')
export const StopIteration = below(Exception, 'StopIteration')
export const TypeError = below(Exception, 'TypeError')
export const ValueError = below(Exception, 'ValueError')

/** What `except` calls an error. What JavaScript throws by itself is an Exception of Python. */
export function caught_error(thrown: unknown): Value {
  if (thrown instanceof PythonError) return thrown
  const found = thrown instanceof RangeError ? new RecursionError(thrown.message) : new Exception(String(thrown))
  if (thrown instanceof Error) ({ name: found.name, stack: found.stack } = thrown)
  return found
}

/** Whether `except` with these classes takes what was thrown. */
export const caught = (thrown: unknown, classes: (typeof PythonError)[]) => {
  const error = caught_error(thrown)
  return classes.some((one) => error instanceof one)
}

export const same = (value: Value) => value

export const is_str = (value: Value) => typeof value === 'string'
export const is_int = (value: Value) =>
  typeof value === 'bigint' || typeof value === 'boolean' || Number.isInteger(value)
