/** Plays recipes of tones, as core/sounds.py has them. A browser without sound is silent. */

export type Tone = readonly [
  wave: OscillatorType | 'noise',
  begin: number, // Hz; of noise: the middle of its band
  end: number, // Hz
  seconds: number,
  loud: number, // 0 .. 1
  after: number, // seconds before it begins
]
export type Recipe = readonly Tone[]

const VOLUME = 0.22 // of 1: of the loudest tone
const SWELL = 0.006 // seconds: a tone that begins at once would click
const SILENCE = 0.0001 // of 1: what dies away exponentially never reaches 0
const NOISE_SECONDS = 1

export class Synthesiser {
  #context: AudioContext | null = null
  #noise: AudioBuffer | null = null

  /** Called by what a person does: browsers let a page sound only then. Ends when it may. */
  async wake(): Promise<void> {
    if (this.#context?.state === 'running') return
    try {
      this.#context ??= new AudioContext()
      await this.#context.resume()
    } catch {
      // There is no sound here, and nothing is told by sound alone.
    }
  }

  play(recipe: Recipe): void {
    const context = this.#context
    if (context?.state !== 'running') return
    try {
      for (const tone of recipe) this.#sound(context, tone)
    } catch {
      // The same: moves must go on.
    }
  }

  #sound(context: AudioContext, [wave, begin, end, seconds, loud, after]: Tone): void {
    const from = context.currentTime + after
    const until = from + seconds
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.setValueAtTime(SILENCE, from)
    volume.gain.linearRampToValueAtTime(VOLUME * loud, from + SWELL)
    volume.gain.exponentialRampToValueAtTime(SILENCE, until)
    volume.connect(context.destination)
    const glide = (pitch: AudioParam) => {
      pitch.setValueAtTime(begin, from)
      pitch.exponentialRampToValueAtTime(end, until)
    }
    let source: AudioScheduledSourceNode
    if (wave === 'noise') {
      const band = new BiquadFilterNode(context, { type: 'bandpass' })
      glide(band.frequency)
      source = new AudioBufferSourceNode(context, { buffer: this.#noiseIn(context) })
      source.connect(band).connect(volume)
    } else {
      const oscillator = new OscillatorNode(context, { type: wave })
      glide(oscillator.frequency)
      source = oscillator
      source.connect(volume)
    }
    source.start(from)
    source.stop(until)
  }

  #noiseIn(context: AudioContext): AudioBuffer {
    if (this.#noise) return this.#noise
    const { sampleRate } = context
    const noise = new AudioBuffer({ length: NOISE_SECONDS * sampleRate, sampleRate })
    const samples = noise.getChannelData(0)
    for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1
    return (this.#noise = noise)
  }
}
