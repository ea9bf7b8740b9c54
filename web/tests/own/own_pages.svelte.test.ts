/** What one does with games, files and numbers in the page. */
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { difference, fileRefusal, filesOf } from '../../src/own/game_files'
import FileActions from '../../src/own/FileActions.svelte'
import GamesHere from '../../src/own/GamesHere.svelte'
import { KeptGames, type Texts } from '../../src/own/kept_games.svelte'
import NumbersForm from '../../src/own/NumbersForm.svelte'
import { button, show } from '../shown'

const TEXTS: Texts = {
  'facts.py': 'SIZE = 5  # squares of a row\nFACTS = Facts(name="One", chance=True)\n',
  'set.toml': '# cards\n[[card]]\nname = "a"\ncost = 1\n[[card]]\nname = "b"\ncost = 2\n',
}
const labelled = (label: string) =>
  document.querySelector<HTMLInputElement>(`:is(input, button)[aria-label="${label}"]`)!

function press(words: string): void {
  button(words)!.click()
  flushSync()
}

function enter(label: string, value: string): void {
  const input = labelled(label)
  input.value = value
  input.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
}

beforeEach(() => localStorage.clear())

/** The form, of texts that follow it. */
function form() {
  const props = $state({ texts: TEXTS, write, look: vi.fn() })
  function write(file: string, text: string) {
    props.texts = { ...props.texts, [file]: text }
  }
  show(NumbersForm, props)
  return props
}

test('a number is changed in the text, at its place, and back', () => {
  const props = form()
  labelled('More: SIZE, squares of a row').click()
  flushSync()
  expect(props.texts['facts.py']).toContain('SIZE = 6  # squares of a row\n')
  enter('SIZE, squares of a row', '12')
  enter('FACTS, name', 'Two')
  labelled('FACTS, chance').click()
  flushSync()
  expect(props.texts['facts.py']).toBe('SIZE = 12  # squares of a row\nFACTS = Facts(name="Two", chance=False)\n')
  for (let changes = 0; changes < 4; changes++) press('Undo')
  expect(props.texts).toEqual(TEXTS)
  expect(button('Undo')!.disabled).toBe(true)
})

test('cards are a table, whose values follow the text', () => {
  const props = form()
  expect([...document.querySelectorAll('th[scope="col"]')].map((th) => th.textContent)).toEqual(['name', 'cost'])
  enter('card, cards, 2, cost', '3')
  expect(props.texts['set.toml']).toContain('name = "b"\ncost = 3\n')
  enter('card, cards, 1, name', 'a long name')
  expect(labelled('card, cards, 2, cost').value).toBe('3')
  expect(props.texts['set.toml']).toBe(TEXTS['set.toml']!.replace('"a"', '"a long name"').replace('2', '3'))
})

test('what was written since in the text is not undone, and no number is no change', () => {
  const props = form()
  enter('SIZE, squares of a row', '7')
  props.texts = { ...props.texts, 'facts.py': 'SIZE = 7\n' }
  flushSync()
  expect(button('Undo')!.disabled).toBe(true)
  enter('SIZE', '')
  expect([props.texts['facts.py'], labelled('SIZE').value]).toEqual(['SIZE = 7\n', '7'])
  button('SIZE')!.click()
  expect(props.look).toHaveBeenCalledWith('facts.py', 0)
})

test('files are added, renamed and deleted', () => {
  const props = $state({ texts: TEXTS, file: 'set.toml', change, show: vi.fn() })
  function change(texts: Texts) {
    props.texts = texts
  }
  const name = (value: string) => {
    const input = document.querySelector<HTMLInputElement>('input')!
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
    flushSync()
  }
  show(FileActions, props)
  press('New file')
  name('../a.py')
  press('Add it')
  expect(document.querySelector('[role="alert"]')!.textContent).toContain('A name has small letters')
  name('cards.py')
  press('Add it')
  expect(props.texts['cards.py']).toBe('')
  press('Rename set.toml')
  name('box/cards.toml')
  press('Rename it')
  expect(props.texts['box/cards.toml']).toBe(TEXTS['set.toml'])
  expect(props.show).toHaveBeenLastCalledWith('box/cards.toml')
  props.file = 'box/cards.toml'
  flushSync()
  press('Delete box/cards.toml')
  expect(Object.keys(props.texts)).toEqual(['facts.py', 'cards.py'])
  press('Undo')
  expect(props.texts['box/cards.toml']).toBe(TEXTS['set.toml'])
})

test('no two files have one name, and those that most games have come first', () => {
  expect(fileRefusal('facts.py', TEXTS)).toBe('A file is called facts.py already.')
  expect(
    ['a.py', 'a/b_2.svg', 'A.py', 'a.txt', '/a.py', 'a//b.py', ''].map((name) => fileRefusal(name, TEXTS) === ''),
  ).toEqual([true, true, false, false, false, false, false])
  expect(filesOf({ 'b.py': '', '__init__.py': '', 'facts.py': '', 'rules.py': '' })).toEqual([
    'rules.py',
    'facts.py',
    'b.py',
  ])
})

test('two texts differ in one place', () => {
  for (const [before, after] of [
    ['abc', 'axc'],
    ['aaa', 'aa'],
    ['', 'x'],
    ['same', 'same'],
    ['ab', 'abab'],
  ] as const) {
    const { from, to, insert } = difference(before, after)
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
  }
})

test('a deleted game can be brought back, and the games of the site are offered with their sizes', async () => {
  const told = { games: [{ name: 'Two Wells', file: 'python/two.zip', bytes: 32_100 }] }
  const fetched = vi.fn((url: URL) =>
    Promise.resolve(url.pathname.endsWith('.json') ? new Response(JSON.stringify(told)) : new Response('zip')),
  )
  vi.stubGlobal('fetch', fetched)
  const games = new KeptGames()
  games.put(TEXTS)
  const openFile = vi.fn(() => Promise.resolve())
  const add = vi.fn((texts: Texts) => Promise.resolve(void games.add(texts)))
  const done = vi.fn()
  const rest = { startAnew: vi.fn(), turnTo: vi.fn(), file: vi.fn() }
  show(GamesHere, { games, list: 'python/files.json', openFile, add, done, ...rest })
  await vi.waitFor(() => expect(button('Two Wells33 kB')).toBeDefined())
  press('Two Wells33 kB')
  await vi.waitFor(() => expect(done).toHaveBeenCalled())
  expect(openFile).toHaveBeenCalledOnce()

  labelled('Delete One').click()
  flushSync()
  expect(rest.startAnew).toHaveBeenCalledOnce()
  press('Undo')
  await vi.waitFor(() => expect(games.all.map(({ name }) => name)).toEqual(['One']))
  vi.unstubAllGlobals()
})
