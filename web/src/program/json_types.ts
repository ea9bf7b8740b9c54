// Types of JSON, as msgspec checks them: each makes a schema.

import { Dict, copied, fit, py_repr, type Value } from '../python/runtime'
import { Fraction, expected, invalid, json_decode, typed } from './json_reading'
import type { Reader, Schema } from './json_reading'
import { json_encode, type Form } from './json_writing'
import { spelled } from './patterns'

interface Limits {
  ge?: number
  le?: number
  min_length?: number
  max_length?: number
  pattern?: string
}

function within(value: Value, limits: Limits, sort: string, path: string): Value {
  const { ge, le, min_length: least, max_length: most, pattern } = limits
  const of = (words: string): never => invalid(`Expected \`${sort}\` ${words}`, path)
  if (ge !== undefined && value < ge) of(`>= ${ge}`)
  if (le !== undefined && value > le) of(`<= ${le}`)
  const size = typeof value === 'string' ? [...value].length : value?.length
  if (least !== undefined && size < least) of(`of length >= ${least}`)
  if (most !== undefined && size > most) of(`of length <= ${most}`)
  if (pattern !== undefined && !new RegExp(spelled(pattern), 'u').test(value)) of(`matching regex ${py_repr(pattern)}`)
  return value
}

function float(value: Value, path: string): number {
  const number = value instanceof Fraction ? value.value : Number(value)
  return Number.isFinite(number) ? number : invalid('Number out of range', path)
}

export function json_plain(name: string, limits: Limits = {}): Schema {
  const taken = name === 'float' ? ['float', 'int'] : [name]
  const schema: Schema = {
    sorts: [name],
    take(token, _, path) {
      if (!taken.includes(token.sort)) expected(schema, token, path)
      return name === 'float' ? float(token.value, path) : within(token.value, limits, name, path)
    },
  }
  return schema
}

export function json_literal(values: string[]): Schema {
  const schema: Schema = {
    sorts: ['str'],
    take(token, _, path) {
      if (token.sort !== 'str') expected(schema, token, path)
      return values.includes(token.value) ? token.value : invalid(`Invalid enum value ${py_repr(token.value)}`, path)
    },
  }
  return schema
}

export function json_list(item: Schema, limits: Limits = {}): Schema {
  const schema: Schema = {
    sorts: ['array'],
    take(token, reader, path) {
      if (token.sort !== 'array') expected(schema, token, path)
      const found: Value[] = []
      reader.list((index) => found.push(typed(item, reader, `${path}[${index}]`)))
      return within(found, limits, 'array', path)
    },
  }
  return schema
}

export function json_tuple(items: Schema[]): Schema {
  const schema: Schema = {
    sorts: ['array'],
    take(token, reader, path) {
      if (token.sort !== 'array') expected(schema, token, path)
      const wrong = () => invalid(`Expected \`array\` of length ${items.length}`, path)
      const found: Value[] = []
      reader.list((index) => found.push(typed(items[index] ?? wrong(), reader, `${path}[${index}]`)))
      return found.length === items.length ? found : wrong()
    },
  }
  return schema
}

export function json_dict(name: Schema, item: Schema): Schema {
  const key = (text: string, reader: Reader, path: string): Value => {
    if (name.sorts[0] === 'int' && /^-?(0|[1-9]\d*)$/.test(text))
      return name.take({ sort: 'int', value: fit(BigInt(text)) }, reader, path)
    return name.take({ sort: 'str', value: text }, reader, path)
  }
  const schema: Schema = {
    sorts: ['object'],
    take(token, reader, path) {
      if (token.sort !== 'object') expected(schema, token, path)
      const found = new Dict()
      reader.members(
        (place) => void found.set(place, typed(item, reader, `${path}[...]`)),
        (text) => key(text, reader, `key\` in \`${path}`),
      )
      return found
    },
  }
  return schema
}

interface StructSchema extends Schema {
  cls: { form: Form }
}

/** `types`: of the fields that the form of the class names. */
export function json_struct(
  cls: { form: Form; new (...given: Value[]): Value },
  strict: boolean,
  types: Schema[],
): StructSchema {
  const schema: StructSchema = {
    cls,
    sorts: ['object'],
    take(token, reader, path) {
      if (token.sort !== 'object') expected(schema, token, path)
      const [tag, , fields] = cls.form
      const found = new Map<string, Value>()
      reader.members((name) => {
        const at = fields.findIndex((field) => field[1] === name)
        if (at >= 0) found.set(name, typed(types[at]!, reader, `${path}.${name}`))
        else if (tag && name === tag[0]) {
          const given = tagOf(reader, `${path}.${name}`)
          if (given !== tag[1]) wrongTag(given, `${path}.${name}`)
        } else if (strict) invalid(`Object contains unknown field \`${name}\``, path)
        else reader.skip()
      })
      const parts = fields.map(([, name, missing]) => {
        if (found.has(name)) return found.get(name)
        return missing ? copied(missing()) : invalid(`Object missing required field \`${name}\``, path)
      })
      return new cls(...parts)
    },
  }
  return schema
}

function tagOf(reader: Reader, path: string): string {
  if (reader.next() === '"') return reader.string()
  reader.skip()
  return invalid('Expected `str`', path)
}
const wrongTag = (tag: string, path: string): never => invalid(`Invalid value ${py_repr(tag)}`, path)

export function json_union(parts: Schema[]): Schema {
  const structs = parts.filter((part): part is StructSchema => 'cls' in part)
  const schema: Schema = {
    sorts: parts.flatMap((part) => part.sorts),
    take(token, reader, path) {
      if (token.sort === 'object' && structs.length > 1) return tagged(structs, reader, path).take(token, reader, path)
      const taken = (sort: string) => parts.find(({ sorts }) => sorts.includes(sort))
      const part = taken(token.sort) ?? (token.sort === 'int' ? taken('float') : undefined)
      return (part ?? expected(schema, token, path)).take(token, reader, path)
    },
  }
  return schema
}

/** Which of them comes next: its tag may stand anywhere. */
function tagged(structs: StructSchema[], reader: Reader, path: string): StructSchema {
  const field = structs[0]!.cls.form[0]![0]
  const ahead = reader.ahead()
  let found: StructSchema | undefined
  ahead.members((name) => {
    if (name !== field) return void ahead.skip()
    const tag = tagOf(ahead, `${path}.${field}`)
    found = structs.find((one) => one.cls.form[0]![1] === tag) ?? wrongTag(tag, `${path}.${field}`)
    return true
  })
  return found ?? invalid(`Object missing required field \`${field}\``, path)
}

/** msgspec.convert: what is plain already, as a type. */
export const json_convert = (value: Value, schema: Schema): Value => json_decode(json_encode(value), schema)
