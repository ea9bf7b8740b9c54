/** The numbers of a game are found in its texts, and changed there alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changed, singles, type Constant, type PartGroup, type Single } from '../../src/own/literals'
import { constantsOf, NumbersReader } from '../../src/own/game_numbers'
import { pythonConstants } from '../../src/own/python_constants'
import { tomlConstants } from '../../src/own/toml_constants'

const ROOT = join(import.meta.dirname, '../../../src/rookery')
const FOLDERS = ['games', 'workshop/starts'].flatMap((place) =>
  readdirSync(join(ROOT, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => join(ROOT, place, name)),
)

const textsOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf-8' })
      .filter((name) => /\.(py|toml)$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf-8')]),
  )

const places = (constants: Constant[]) => constants.flatMap(({ part }) => singles(part))
function other({ value }: Single): Single['value'] {
  if (typeof value === 'number') return Math.round((value + 1) * 1e6) / 1e6
  return typeof value === 'string' ? `${value}'"` : !value
}

/** Each place with the value that it is given, from the last to the first, so that those before stay where they are. */
const withAll = (text: string, all: Single[], values: Single['value'][]) =>
  all.reduceRight((made, place, index) => changed(made, place, values[index]!), text)

test.each(FOLDERS)('in %s every place can be changed, and back, and nothing else changes', (folder) => {
  const texts = textsOf(folder)
  const found = new NumbersReader().numbersIn(texts)
  expect(found.map(({ file }) => file)).toContain('facts.py')
  for (const { file, constants } of found) {
    const text = texts[file]!
    const all = places(constants)
    const values = all.map(({ value }) => value)
    expect(all.map(({ from, to }) => text.slice(from, to))).toEqual(all.map((place) => place.text))
    expect(withAll(text, all, values)).toBe(text)
    const away = withAll(text, all, all.map(other))
    const there = places(constantsOf(file, away))
    expect(there.map(({ value }) => value)).toEqual(all.map(other))
    expect(withAll(away, there, values)).toBe(text)
  }
})

const only = (text: string) => {
  const [found] = pythonConstants(text)
  return found!
}

test('constants have the comments beside or above them as labels', () => {
  expect(only('LINE = 4  # stones that win').said).toBe('stones that win')
  expect(only('# stones\n# that win\nLINE = 4').said).toBe('stones that win')
  expect(only('A = x  # not mine\nLINE = 4').said).toBe('')
  expect(only('# far away\n\nLINE = 4').said).toBe('')
  expect(only('# ── A heading ──\nLINE = 4').said).toBe('')
  expect(only('CARDS = (  # from the box\n    1,  # one\n    2,\n)')).toMatchObject({
    said: 'from the box',
    part: { said: ['one', ''] },
  })
})

test('tuples, tables, things and arrays are groups with names', () => {
  expect(only('LEFT, TOP = 0.3, -1')).toMatchObject({ name: 'LEFT, TOP', part: { names: ['LEFT', 'TOP'] } })
  expect(only('MIX: dict[str, int] = {"a": 1, B: (2, 3)}').part).toMatchObject({ names: ['a', 'B'] })
  const facts = only('FACTS = Facts(slug="a", name="A", weight=x, seats={2: ("R", "S")})').part as PartGroup
  expect([facts.names, facts.parts.map(({ kind }) => kind)]).toEqual([
    ['name', 'weight', 'seats'],
    ['words', 'fixed', 'group'],
  ])
  expect(singles(only('BOARD = np.array([[1, 2], [3, 4]], np.int8)').part)).toHaveLength(4)
})

test('what is computed, and what is no constant, is left out', () => {
  const text =
    'A, B = range(2)\nC = 2 * 3\nD = re.compile("x")\ne = 1\ndef f():\n    G = 1\nH = f"{x}"\nI = 0xFF\nJ = r"x"'
  expect(pythonConstants(text)).toEqual([])
  expect(pythonConstants('A = (1, 2 * 3, *B)')).toMatchObject([
    { part: { parts: [{ kind: 'number' }, { kind: 'fixed', text: '2 * 3' }, { kind: 'fixed', text: '*B' }] } },
  ])
})

test('a text that is not whole keeps what can be read of it', () => {
  expect(pythonConstants('A = 1\ndef f(:\nB = 2').map(({ name }) => name)).toContain('A')
  expect(tomlConstants('a = 1\nb = \nc = 3').map(({ name }) => name)).toEqual(['a'])
})

test('numbers keep their form', () => {
  const to = (text: string, value: Single['value']) => changed(text, singles(only(text).part)[0]!, value)
  expect(to('A = 50_000  # x', 1234567)).toBe('A = 1_234_567  # x')
  expect(to('A = 2.50', 3)).toBe('A = 3.00')
  expect(to('A = 2.5', 0.125)).toBe('A = 0.125')
  expect(to('A = -1', 0)).toBe('A = 0')
  expect(to('A = True', false)).toBe('A = False')
  expect(to("A = 'x'", "it's")).toBe('A = "it\'s"')
  expect(to('A = "x"', 'a "b"\n')).toBe('A = "a \\"b\\"\\n"')
})

test('tables of TOML are found by their headers', () => {
  const text =
    '# mine\nn = 1 # one\n\n# cards\n\n[[card]]\nname = "a"\n[[card]]\nname = "b" # last\n[t."x y"]\nl = [\n 1, # i\n 2,\n]\ni = { a = 1, b = "c" }\n'
  expect(tomlConstants(text)).toMatchObject([
    { name: 'n', said: 'one' },
    { name: 'card', said: 'cards', part: { parts: [{ names: ['name'] }, { said: ['last'] }] } },
    { name: 't."x y"', part: { names: ['l', 'i'], parts: [{ said: ['i', ''] }, { names: ['a', 'b'] }] } },
  ])
})
