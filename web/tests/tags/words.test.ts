import { beforeEach, expect, test, vi } from 'vitest'
import { ownTag } from '../../src/tags/own_tag.svelte'
import { newWords, useWords } from '../../src/tags/words'

const told: [string, { digest?: string; token?: string }][] = []

beforeEach(() => {
  told.length = 0
  vi.spyOn(ownTag, 'secure').mockImplementation((path, body) => {
    told.push([path, body])
    return Promise.resolve()
  })
})

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

test('the server gets a digest first, and what it is of when the words are used, however they are written', async () => {
  const words = await newWords()
  expect(words).toHaveLength(12)
  await useWords(` 1. ${words.join(',\n 2. ').toUpperCase()} `)
  const [[made, { digest }], [used, { token }]] = told as [(typeof told)[0], (typeof told)[0]]
  expect([made, used]).toEqual(['/words', '/join/words'])
  expect(await sha256(token!)).toBe(digest)
  expect(JSON.stringify(told)).not.toContain(words[0])
})

test('a wrong word is found before anybody is asked', async () => {
  const words = await newWords()
  await expect(useWords([...words.slice(1), 'rookery'].join(' '))).rejects.toThrow('misspelt')
  await expect(useWords('')).rejects.toThrow('misspelt')
  expect(told).toHaveLength(1)
})
