/** The birds of bots: each looks out of a nest. Our own drawings, 64 x 64: they come when the first is shown. */

export interface NestDrawing {
  behind: readonly [string, string] // what is behind the bird, in the light theme and in the dark one
  parts: readonly (readonly [colour: string, path: string])[] // from back to front
}

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`
const INK = '#1d1e29'
const eye = (x: number, y: number, r: number, ring: string) =>
  [
    [ring, disc(x, y, r)],
    [INK, disc(x, y, r * 0.6)],
    ['#fff', disc(x + r * 0.2, y - r * 0.25, r * 0.22)],
  ] as const

/** Head, neck and breast from the side, looking right. */
const SIDE = 'M9 64C8 52 12 46 14 38 13 21 20 11 32 11c11 0 17 7 17 16 0 7-3 11-2 17 1 7 3 12 3 20z'

export const NEST =
  'M2 56q7-5 12-1 7-5 12-1 6-5 12-1 6-5 12-1 6-4 12 1l2 11H0zM0 60q10-4 20 1-10 3-20-1zM22 59q10-5 20-1-10 5-20 1zM43 61q10-5 21-2-9 6-21 2z'
export const TWIGS =
  'M3 58q12-5 24 1l-1 1.600q-12-5-23-1zM30 57q14-5 31 1l-1 1.600q-16-5-29-.8zM8 63.500q14-6 30-1l-.6 1.600q-15-4-29 .8z'

export const DRAWINGS: Readonly<Record<string, NestDrawing>> = {
  chick: {
    behind: ['#cfe6f2', '#6f9bb5'],
    parts: [
      ['#e9b02c', 'M31 17c-5-2-8-6-8-11 5 1 8 4 9 8 0-4 2-7 5-9 2 5 1 9-3 12z'],
      ['#f8cf52', disc(32, 36, 21)],
      ['#f2a58a', disc(17.5, 42, 3.4) + disc(46.5, 42, 3.4)],
      ['#e8841a', 'M26 40l6-4 6 4-6 6z'],
      ['#b9610f', 'M26 40q6 1.800 12 0l-6 6z'],
      ...eye(23, 34, 4, INK),
      ...eye(41, 34, 4, INK),
    ],
  },
  gull: {
    behind: ['#a9d3ea', '#5d8fad'],
    parts: [
      ['#f4b81f', 'M44 20.500l14 1.500c4 .4 5.500 3.500 4 8.500-1-2-2.500-2.500-5-2.300l-13 2.300z'],
      ['#d63b2b', disc(55.5, 27, 2)],
      ['#fff', SIDE],
      ['#8fa0b0', 'M8 64C8 52 11 41 17 36c11 7 15 17 14 28z'],
      ['#2a2c38', 'M8 64c0-4 .6-8 1.600-11 6 2 9 6 9 11z'],
      ...eye(39, 23, 3.8, '#f6d65a'),
    ],
  },
  robin: {
    behind: ['#dbe8cf', '#8aa878'],
    parts: [
      ['#3a2f2a', 'M45 22l13 4.500-13 3.500z'],
      ['#8d6b4b', SIDE],
      ['#e8652d', 'M49 27c-2-8-13-9-18-1-5 9-6 22 0 38h19c0-8-2-13-3-20-1-6 2-10 2-17z'],
      ...eye(39, 23, 4, INK),
    ],
  },
  jay: {
    behind: ['#f3e2c4', '#b39a6e'],
    parts: [
      ['#2b2c38', 'M44 20l17 5.500-17 5.500z'],
      ['#2f68b5', 'M15 30C10 18 12 8 19 1c3 7 9 10 18 12z'],
      ['#4585d6', SIDE],
      ['#f4f6f9', 'M49 27c0-7-4-12-11-13-7 3-9 9-8 16 1 8 6 13 17 14-1-6 2-10 2-17z'],
      ['#23263a', 'M14 36c5 11 17 14 33 8l1 5C29 55 16 50 13 41z'],
      ...eye(40, 23, 4, INK),
    ],
  },
  magpie: {
    behind: ['#d5e9dc', '#86a893'],
    parts: [
      ['#12131c', 'M44 19l18 6.500-18 5.500z'],
      ['#20222f', SIDE],
      ['#3d6fb0', 'M8 64c0-8 2-15 5-20 8 3 12 11 11 20z'],
      ['#fff', 'M47 43c-9 4-18 2-25-4 0 9 2 17 6 25h22c0-8-2-14-3-21z'],
      ...eye(39, 23, 4, '#fff'),
      [
        '#e3a51c',
        'M50 32.500a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM52.600 32.500a3.400 3.400 0 1 1 6.800 0a3.400 3.400 0 1 1-6.800 0z',
      ],
      ['#5fd0e6', 'M56 35.300l3 3-3 3.500-3-3.500z'],
    ],
  },
  raven: {
    behind: ['#dcd3f0', '#9384b8'],
    parts: [
      ['#11121b', 'M43 15c11-1 19 4 20 12-4 1-6 2-9 2l-11 4z'],
      ['#2b2a45', SIDE],
      ['#3d3b61', 'M45 34l5 5-6-1 5 7-8-3 4 8-9-4 2 8-8-6c1-8 7-13 15-14z'],
      ...eye(38, 22, 3.8, '#fff'),
      ['#e3a51c', `${disc(38, 22, 6.6)}M32.800 22a5.200 5.200 0 1 0 10.400 0a5.200 5.200 0 1 0-10.400 0z`],
      ['#e3a51c', 'M33 26.500q-6 10-3 22l-1.300.3q-3.300-12.500 3.100-23z'],
    ],
  },
  owl: {
    behind: ['#c9cdea', '#6c74a6'],
    parts: [
      ['#7f5f43', 'M9 9l12 6c7-3 15-3 22 0l12-6c2 7 1 12-2 17 3 12 3 26 1 38H10C8 52 8 38 11 26 8 21 7 16 9 9z'],
      ['#f0e2c4', disc(22, 30, 11) + disc(42, 30, 11)],
      ...eye(22.5, 30, 7.2, '#f2ab22'),
      ...eye(41.5, 30, 7.2, '#f2ab22'),
      ['#5d432d', 'M11 18q11 0 21 9 10-9 21-9-13-4-21 3-8-7-21-3z'],
      ['#e8921c', 'M32 34l4.500 4L32 46l-4.500-8z'],
    ],
  },
}

export const PLAIN_BIRD: NestDrawing = {
  behind: ['#e4ddd0', '#948b7b'],
  parts: [
    ['#4a3f36', 'M45 20l12 5-12 5z'],
    ['#b9a184', SIDE],
    ['#7d5636', 'M14 32c0-14 8-21 18-21 8 0 14 4 16 10-10-3-17 1-20 11-3 6-8 8-14 8z'],
    ['#4a3f36', 'M49 29c-6 1-10 5-10 11 4 3 8 3 10 0-1-4-1-7 0-11z'],
    ...eye(39, 23, 3.8, INK),
  ],
}
