/** Birds that are put together from parts, and the colours that they may have. Our own drawings, 64 x 64. */

/** A body with its head, facing right, and where the other parts go. */
interface Body {
  shape: string
  belly: string
  wing: string
  eye: readonly [number, number]
  beak: readonly [number, number]
  crest: readonly [number, number]
  tail: readonly [number, number]
}

const BODIES: readonly Body[] = [
  {
    shape: 'M12 37c0-12 7-17 15-20 3-4 8-6 13-6 8 0 13 5 13 12 0 4-1 7-2 11-2 10-9 18-20 18-11 0-19-6-19-15z',
    belly: 'M50 32c-2 11-9 19-19 19-5 0-9-1-12-4 10 1 24-4 31-15z',
    wing: 'M15 33c6-6 15-7 22-2 0 8-6 13-14 13-5 0-8-5-8-11z',
    eye: [43, 21],
    beak: [52, 24],
    crest: [39, 12],
    tail: [14, 38],
  },
  {
    shape: 'M9 43c7-3 12-9 17-15 4-6 9-10 16-10 7 0 11 4 11 10 0 5-3 8-5 12-4 8-10 12-19 12-9 0-16-3-20-9z',
    belly: 'M49 37c-4 9-11 14-20 14-4 0-7 0-10-2 11 1 22-4 30-12z',
    wing: 'M15 42c5-7 12-10 21-9-1 8-7 12-14 12-3 0-6-1-7-3z',
    eye: [43, 26],
    beak: [52, 29],
    crest: [40, 18],
    tail: [11, 43],
  },
  {
    shape: 'M17 38c0-7 2-12 4-17 3-7 8-11 15-11s12 4 13 11c1 6 2 11 1 17-1 9-7 15-16 15s-17-6-17-15z',
    belly: 'M48 34c1 9-4 17-14 17-3 0-6-1-8-3 10-1 17-6 22-14z',
    wing: 'M18 36c1-6 5-11 12-13 3 8 1 18-6 22-4-2-6-5-6-9z',
    eye: [40, 20],
    beak: [49, 23],
    crest: [36, 10],
    tail: [19, 44],
  },
]
const BEAKS = [
  'M-1-4l11 4-11 4z', // short
  'M-1-3l17 3-17 4z', // long
  'M-1-5c7-1 11 3 10 10-3-3-7-3-10-1z', // hooked
]
const CRESTS = [
  '',
  'M3 2C-1-4-7-6-12-5c4 1 6 4 7 8z', // laid back
  'M-6 3-8-7l5 5 3-8 4 8 5-4-2 8z', // upright feathers
]
const TAIL = 'M3-4-10 6l3 6L6 2z'
const LEGS = 'M29 51v8M36 51v8M26 59.500h6M33 59.500h6'
const WINGS = 2 // plain, or with spots
export const BIRDS = BODIES.length * BEAKS.length * CRESTS.length * WINGS

/** For the light theme and the dark one: what is behind the bird, the bird, and its wing. */
export const COLOURS = [
  { name: 'violet', behind: ['#e8e4fb', '#2b2850'], bird: ['#6a5bd6', '#a99dff'], wing: ['#4234a8', '#7c6ef0'] },
  { name: 'blue', behind: ['#dcebf7', '#1c2f42'], bird: ['#3b82b8', '#82bdeb'], wing: ['#235f8f', '#5295c9'] },
  { name: 'green', behind: ['#dcf0e6', '#17352b'], bird: ['#2f8f6b', '#74cfa9'], wing: ['#1c6b4e', '#46a580'] },
  { name: 'olive', behind: ['#edf0d6', '#2f331a'], bird: ['#7d8b2c', '#bfcc6d'], wing: ['#5b671a', '#94a144'] },
  { name: 'gold', behind: ['#fbeed0', '#3b311b'], bird: ['#c98514', '#f0bd55'], wing: ['#96600a', '#c8932d'] },
  { name: 'red', behind: ['#fbe0da', '#41211d'], bird: ['#c8503c', '#f2917f'], wing: ['#983524', '#cb6552'] },
  { name: 'rose', behind: ['#fbe0ee', '#3f2033'], bird: ['#c0508c', '#ee94c3'], wing: ['#933567', '#c8679b'] },
  { name: 'slate', behind: ['#e3e4ea', '#2a2d38'], bird: ['#5c6478', '#a4abc0'], wing: ['#424a5c', '#7a8299'] },
] as const

export interface BirdParts {
  body: Body
  beak: string
  crest: string
  tail: string
  legs: string
  spots: boolean
}

/** The parts of a bird. Numbers below BIRDS all differ; larger ones begin again. */
export function birdParts(bird: number): BirdParts {
  let left = bird % BIRDS
  const part = <T>(parts: readonly T[]): T => {
    const found = parts[left % parts.length]!
    left = Math.floor(left / parts.length)
    return found
  }
  return {
    body: part(BODIES),
    beak: part(BEAKS),
    crest: part(CRESTS),
    tail: TAIL,
    spots: left % WINGS > 0,
    legs: LEGS,
  }
}

/** A look as the server keeps it with a seat: "12 3". */
export function lookText({ bird, colour }: { bird: number; colour: number }): string {
  return `${bird} ${colour}`
}

/** The look that a text says; null: none. */
export function lookOf(text: string): { bird: number; colour: number } | null {
  const [, bird, colour] = /^(\d+) (\d+)$/.exec(text) ?? []
  return bird === undefined ? null : { bird: Number(bird), colour: Number(colour) }
}

/** The bird and the colour with which a tag begins: always the same for the same id. */
export function firstLook(id: string): { bird: number; colour: number } {
  let mixed = 2166136261 // FNV-1a
  for (const letter of id) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 16777619) >>> 0
  return { bird: mixed % BIRDS, colour: Math.floor(mixed / BIRDS) % COLOURS.length }
}
