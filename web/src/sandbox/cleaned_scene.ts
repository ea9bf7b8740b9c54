/** Pictures that games of strangers draw: one of another form than ours would break the page that shows it. */
import type { Scene } from '../protocol'
import type { ShownMoment } from '../state'

const NO_PICTURE = 'The game drew no picture that can be shown.'
const LARGEST_PICTURE = 1_000 // squares
const UNNAMED_PARTS = ['choices', 'poses', 'reasons', 'asks', 'tips', 'score'] as const
const NAMED_PARTS = ['zones', 'spots', 'pieces', 'labels', 'counters'] as const // each part has a name of its own

/** The scene, if it has the form of ours; code of an older page may lack a list. Throws an Error with a sentence. */
export function cleanedScene(told: unknown): Scene {
  if (!isObject(told)) throw new Error(NO_PICTURE)
  const scene: Scene = { ...emptyScene(''), ...told }
  if (!isScene(scene)) throw new Error(NO_PICTURE)
  return scene
}

/** The moment, if its picture is one. Throws an Error with a sentence. */
export function cleanedMoment(told: unknown): ShownMoment {
  if (!isObject(told)) throw new Error(NO_PICTURE)
  const moment = told as ShownMoment
  return { ...moment, scene: cleanedScene(moment.scene) }
}

/** A picture of nothing, with a sentence below it. */
export function emptyScene(caption: string): Scene {
  const none = { prompts: [], zones: [], spots: [], pieces: [], labels: [], counters: [], choices: [], poses: [] }
  const unsaid = { reasons: [], asks: [], tips: [], score: [], guide: null, narrow: null }
  return { ...none, ...unsaid, width: 1, height: 1, caption }
}

const isScene = (scene: Scene): boolean =>
  [scene.width, scene.height].every((size) => typeof size === 'number' && size > 0 && size <= LARGEST_PICTURE) &&
  typeof scene.caption === 'string' &&
  Array.isArray(scene.prompts) &&
  scene.prompts.every((prompt) => typeof prompt === 'string') &&
  UNNAMED_PARTS.every((name) => areObjects(scene[name])) &&
  NAMED_PARTS.every((name) => areNamed(scene[name]))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const areObjects = (value: unknown): value is object[] => Array.isArray(value) && value.every(isObject)

function areNamed(value: unknown): boolean {
  if (!areObjects(value)) return false
  const names = value.map((part) => (part as { id?: unknown }).id)
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length
}
