/**
 * The name tag of the person here. A server keeps it with the keys of all devices of the person; in a page without a
 * server, and where a browser has no keys, the browser alone keeps a name and a bird.
 */
import { parlour } from '#parlour'
import { NAME_KEY, recall, remember } from '../browser/saved_tables'
import { HERE, read, remove, write } from '../browser/storage'
import type { ChangeTag, Claim, RatingAsked, RatingChange, SeatLink, TagCard } from '../protocol'
import { firstLook, lookText } from './birds'
import { canKeepKeys, deviceKey, forgetKey, neededKey } from './device_key'
import { signedRequest } from './signed_requests'

const TAG_KEY = `rookery.tag${HERE}`
export const WHO_KEY = `rookery.who${HERE}` // what the person is called at games of the day
const RANDOM_BYTES = 12 // of the id of a tag that no server knows

export interface TagLook {
  name: string
  bird: number
  colour: number
}

interface KeptTag {
  look?: TagLook
  left?: boolean // the person has left, and no tag is made unasked
}

class OwnTag {
  /** What the person looks like; null: nobody has taken a seat here yet. */
  look = $state.raw<TagLook | null>(kept().look ?? null)
  /** What the server keeps of it; null: nothing, or it was not asked yet. */
  card = $state.raw<TagCard | null>(null)
  left = $state(kept().left === true)
  readonly #agreed = new Set<string>() // to which tables, since this page was opened
  /** Whether this browser can have a tag at a server. */
  readonly possible = parlour.can.friends && canKeepKeys()

  /** The person here has a seat, and a name there: it is claimed, once with each look. Nothing happens where that is not possible. */
  async sits(table: string, key: string, name: string): Promise<void> {
    this.#noticeLeaving()
    if (this.left) return
    try {
      if (!this.possible) this.#begin(name)
      else if (!this.look || recall(table)?.tagged !== lookText(this.look)) await this.#claim(table, key, name)
    } catch {
      // a game goes on without a name tag
    }
  }

  /** The person here agrees that the game is rated, once. Rejects with a sentence. */
  async agrees(table: string, key: string, name: string): Promise<void> {
    this.#noticeLeaving()
    if (this.left || !this.possible) throw new Error('You have no name tag here, so this game is not rated.')
    if (this.#agreed.has(table)) return
    this.#agreed.add(table) // a page may ask again before this is answered
    const own = await this.#claim(table, key, name, true).catch((failure: Error) => {
      this.#agreed.delete(table)
      throw failure
    })
    if (!own) throw new Error('This seat belongs to another name tag.')
  }

  async #claim(table: string, key: string, name: string, rated = false): Promise<boolean> {
    const { id } = await neededKey()
    const look = this.look ?? { name: read(NAME_KEY, '') || name, ...firstLook(id) }
    const asked = { table, key, rated, ...look } satisfies Claim
    const card = (await signedRequest('/api/tag/claim', asked)) as TagCard | null
    remember({ id: table, tagged: lookText(card ?? look) })
    if (card) this.#learn(card)
    return card !== null
  }

  /** What a rated game did to the rating here; null: nothing, or nothing yet. */
  async ratingChange(table: string): Promise<RatingChange | null> {
    if (!this.possible || this.left || !(await deviceKey())) return null
    return (await signedRequest('/api/tag/rating', { table } satisfies RatingAsked)) as RatingChange | null
  }

  /** A tag that this browser alone knows. */
  #begin(name: string): void {
    if (this.look) return
    const id = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)).join()
    this.#look({ name: read(NAME_KEY, '') || name, ...firstLook(id) })
  }

  /** Asks the server for the tag, if this browser has a key. */
  async load(): Promise<void> {
    if (!this.possible || this.left || !(await deviceKey())) return
    const card = (await signedRequest('/api/tag')) as TagCard | null
    if (card) this.#learn(card)
    else if (this.look) await this.#gone() // the person has left, on another device
  }

  /** Asks as this tag: the path after /api/tag. Without a tag, asks as anybody. */
  async as<T>(path: string, body: object, anybody: () => Promise<T>): Promise<T> {
    this.#noticeLeaving()
    if (this.look && !this.card) await this.load()
    return this.card ? ((await signedRequest(`/api/tag${path}`, body)) as T) : anybody()
  }

  async change(look: TagLook, shown = this.card?.shown ?? false): Promise<void> {
    if (!this.card) await this.load()
    if (this.card) this.#learn(await this.#asked('/change', { ...look, shown } satisfies ChangeTag))
    else this.#look(look)
    if (look.name) write(NAME_KEY, look.name)
  }

  /** What opens the tag on other devices, or lets this device open one: the path after /api/tag, and the body. */
  async secure(path: string, body: object): Promise<void> {
    this.#learn(await this.#asked(path, body))
    this.#stay()
  }

  /** A key to a seat of the tag, for this device. */
  async seat(table: string, seat: number): Promise<SeatLink> {
    return (await signedRequest('/api/tag/seat', { table, seat })) as SeatLink
  }

  /** Deletes everything that names the person here; at a server, too. */
  async leave(): Promise<void> {
    if (this.card) await signedRequest('/api/tag/leave')
    await this.#gone()
  }

  async #gone(): Promise<void> {
    if (this.possible) await forgetKey()
    for (const key of [NAME_KEY, WHO_KEY]) remove(key)
    write(TAG_KEY, { left: true } satisfies KeptTag)
    this.look = this.card = null
    this.left = true
  }

  /** Another tab of this browser may have left. */
  #noticeLeaving(): void {
    if (this.left || !kept().left) return
    this.look = this.card = null
    this.left = true
  }

  /** After having left: the next seat makes a new tag. */
  comeBack(): void {
    remove(TAG_KEY)
    this.left = false
  }

  #stay(): void {
    if (this.left) this.comeBack()
    if (this.look) this.#look(this.look)
  }

  async #asked(path: string, body: object): Promise<TagCard> {
    return (await signedRequest(`/api/tag${path}`, body)) as TagCard
  }

  #learn(card: TagCard): void {
    this.card = card
    this.#look({ name: card.name, bird: card.bird, colour: card.colour })
  }

  #look(look: TagLook): void {
    this.look = look
    write(TAG_KEY, { look } satisfies KeptTag)
  }
}

function kept(): KeptTag {
  const found = read<unknown>(TAG_KEY, {})
  return typeof found === 'object' && found !== null ? found : {}
}

export const ownTag = new OwnTag()
