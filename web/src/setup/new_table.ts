/** The set-up of a new table: who sits where, the options, and the message that asks for it. */
import { parlour } from '#parlour'
import type { Branch, GameCard, LevelCard, NewSeat, NewTable, OptionCard } from '../protocol'
import { clockOf, NO_CLOCK, type TimeControl } from './time_control'
import { lastOpponent } from '../browser/opponents'
import { capital } from '../text/english'

export type Sitter =
  { kind: 'me'; name: string } | { kind: 'friend' } | { kind: 'anyone' } | { kind: 'bot'; level: string }

/** Of the bots at a table. */
export interface Strengths {
  level: string // of all of them, unless ...
  each: boolean // ... each has its own
}

export interface Setup {
  players: number
  sitters: Sitter[]
  options: Record<string, string>
  strengths: Strengths
  name: string // that the person here used last; may be ""
  listed: boolean // the lobby shows it, if a seat is for anyone
  time: TimeControl
  delay: number // spectators see the game so many plies late
  rated: boolean
}

/** What can be chosen at a table for so many players; the default first. */
export function choicesOf(option: OptionCard, players: number): string[] {
  return option.choices.filter((choice) => option.only[choice]?.includes(players) ?? true)
}

export function middleLevel(levels: readonly LevelCard[]): string {
  return levels[Math.floor(levels.length / 2)]?.id ?? ''
}

/**
 * The level that is offered: the one played against last; at first the weakest that does not play at random, which
 * beginners can beat. A team needs a better partner.
 */
export function offeredLevel({ slug, levels, cooperative }: GameCard): string {
  const last = lastOpponent(slug)
  if (levels.some(({ id }) => id === last)) return last
  return cooperative ? middleLevel(levels) : ((levels[1] ?? levels[0])?.id ?? '')
}

/** Me in the first seat, a bot in each of the others (a person if the game has no bots). `level`: of the bots; the one that
 *  is offered, if there is no such level. */
export function freshSetup(game: GameCard, name: string, level = ''): Setup {
  const players = game.players[0] ?? 1
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.choices[0] ?? '']))
  const known = game.levels.some(({ id }) => id === level)
  const strengths = { level: known ? level : offeredLevel(game), each: false }
  return withPlayers(
    game,
    { players, sitters: [], strengths, options, name, listed: true, time: NO_CLOCK, delay: 0, rated: false },
    players,
  )
}

/** The same set-up for another number of players. Whoever sits already keeps the seat; options stay as they are where possible. */
export function withPlayers(game: GameCard, setup: Setup, players: number): Setup {
  const { level } = setup.strengths
  const person: Sitter = parlour.can.friends ? { kind: 'friend' } : { kind: 'me', name: '' }
  const other: Sitter = level === '' ? person : { kind: 'bot', level }
  const sitters = Array.from(
    { length: players },
    (_, i): Sitter => setup.sitters[i] ?? (i === 0 ? { kind: 'me', name: setup.name } : other),
  )
  const gone = game.options.filter((option) => {
    const value = setup.options[option.name] ?? ''
    return option.choices.includes(value) && !choicesOf(option, players).includes(value)
  })
  const usual = Object.fromEntries(gone.map((option) => [option.name, option.choices[0] ?? '']))
  return { ...setup, players, sitters, options: { ...setup.options, ...usual } }
}

/** Another kind of sitter in a seat. A second person at this screen does not get the name of the first. */
export function withSitterKind(setup: Setup, seat: number, kind: Sitter['kind']): Setup {
  const name = mySeats(setup).some((mine) => mine !== seat) ? '' : setup.name
  const sitter: Sitter =
    kind === 'me' ? { kind, name } : kind === 'bot' ? { kind, level: setup.strengths.level } : { kind }
  return withSitter(setup, seat, sitter)
}

/** Another sitter in a seat. */
export function withSitter(setup: Setup, seat: number, sitter: Sitter): Setup {
  return { ...setup, sitters: setup.sitters.map((old, i) => (i === seat ? sitter : old)) }
}

/** Sets how strong the bots are: all of them, unless each has its own strength. */
export function withStrengths(setup: Setup, strengths: Strengths): Setup {
  if (strengths.each) return { ...setup, strengths }
  const sitters = setup.sitters.map((old): Sitter => (old.kind === 'bot' ? { ...old, level: strengths.level } : old))
  return { ...setup, strengths, sitters }
}

export function botCount(setup: Setup): number {
  return setup.sitters.filter((sitter) => sitter.kind === 'bot').length
}

/** The name of the person here, of several the first. */
export function myName(setup: Setup): string {
  const names = setup.sitters.flatMap((sitter) => (sitter.kind === 'me' ? [sitter.name.trim()] : []))
  return names.find((name) => name !== '') ?? ''
}

/** Whether an option has a value typed in, which may give the seats names that the card does not list. */
export function isOwn(game: GameCard, { options }: Setup): boolean {
  return game.options.some(
    ({ name, choices, free_form }) => free_form !== '' && !['', ...choices].includes(options[name] ?? ''),
  )
}

/** An option's choice as text; a seat has the name that the game gives it. */
export function choiceWords(choice: string, roles: readonly string[]): string {
  const seat = /^seat (\d+)$/.exec(choice)
  return (seat && roles[Number(seat[1]) - 1]) || capital(choice)
}

/** What can happen when a player's time is over, the usual first. Only one of two opponents can lose on time. */
export function timeoutChoices(game: GameCard, setup: Setup): TimeControl['zero'][] {
  const duel = setup.players === 2 && !game.cooperative
  return [...(game.levels.length > 0 ? ['bot' as const] : []), ...(duel ? ['loss' as const] : [])]
}

export function mySeats(setup: Setup): number[] {
  return setup.sitters.flatMap((sitter, i) => (sitter.kind === 'me' ? [i] : []))
}

/** Seats that are taken at the table itself. In a rated game those of friends, too: a link with a key would be known to two. */
export function openSeats(setup: Setup): number[] {
  return setup.sitters.flatMap(({ kind }, i) => (isOpen(kind, setup) ? [i] : []))
}

/** How many seats are for anyone. */
export function anyoneCount(setup: Setup): number {
  return setup.sitters.filter(({ kind }) => kind === 'anyone').length
}

function isOpen(kind: Sitter['kind'], { rated }: Setup): boolean {
  return kind === 'anyone' || (rated && kind === 'friend')
}

/** The message that asks for the table. `after`: the game goes on from there, with its own options. */
export function newTableOf(game: GameCard, setup: Setup, after: Branch | null = null): NewTable {
  const seats = setup.sitters.map((sitter): NewSeat => {
    if (sitter.kind === 'bot') return { kind: 'bot', level: sitter.level }
    if (isOpen(sitter.kind, setup)) return { kind: 'person', open: true }
    const name = sitter.kind === 'me' ? sitter.name.trim() : ''
    return name !== '' ? { kind: 'person', name } : { kind: 'person' }
  })
  const made: NewTable = { game: game.slug, seats, options: after ? {} : unusual(game.options, setup.options) }
  if (setup.listed && anyoneCount(setup) > 0) made.public = true
  const possible = timeoutChoices(game, setup)
  const zero = possible.includes(setup.time.zero) ? setup.time.zero : possible[0]
  const clock = zero ? clockOf({ ...setup.time, zero }, middleLevel(game.levels)) : null
  if (clock) made.clock = clock
  if (setup.delay > 0) made.delay = setup.delay
  if (setup.rated) made.rated = true
  return after ? { ...made, after } : made
}

/** Only what differs from the defaults: the server knows those. */
function unusual(cards: readonly OptionCard[], options: Record<string, string>): Record<string, string> {
  const pairs = cards.map((card) => [card.name, (options[card.name] ?? '').trim(), card.choices[0] ?? ''] as const)
  return Object.fromEntries(
    pairs.filter(([, value, usual]) => value !== '' && value !== usual).map(([name, value]) => [name, value]),
  )
}

/** What will happen on "Play", shown below the seats. */
export function summary(setup: Setup): string {
  const mine = mySeats(setup).length
  const friends = setup.sitters.filter((sitter) => sitter.kind === 'friend').length
  const parts = []
  if (mine === 0) parts.push('You watch.')
  if (mine > 1) parts.push('You share this screen, and pass the device on after each turn.')
  const links = friends === 1 || setup.rated ? 'a link' : `${friends} links`
  if (friends > 0) parts.push(`You get ${links} to send. No account is needed.`)
  const seat = openSeats(setup).length === 1 ? 'the free seat' : 'a free seat'
  if (anyoneCount(setup) > 0) parts.push(`Anyone who finds the table may take ${seat}.`)
  return parts.join(' ')
}
