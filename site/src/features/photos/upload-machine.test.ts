import fc from '../../testing/fast-check'
import { expect, test } from 'vitest'
import {
  emptyQueue,
  nextCommand,
  progressOf,
  retryDelays,
  step,
  unfinished,
  type Queue,
  type QueuedImage,
  type QueueEvent,
} from './upload-machine'

const details = { title: 'T', description: '', gallery: null }
const image = (id: number): QueuedImage => ({
  id,
  file: new File([], `${id}.jpg`),
  altText: '',
  details,
  user: 1,
  stored: false,
})
const started = (...ids: number[]) => step(emptyQueue, { type: 'started', images: ids.map(image) })
const ids = (queue: Queue) => queue.entries.map((entry) => entry.image.id)
const error = new Error('No.')

/** Events that may come from the server, the network and the user during an upload. */
type Happening = 'succeeded' | 'failed' | 'lost' | 'offline' | 'answered' | 'signed out'
const happening = fc.constantFrom<Happening>(
  'succeeded',
  'failed',
  'lost',
  'offline',
  'answered',
  'signed out',
)

function eventOf(kind: Happening, id: number): QueueEvent {
  if (kind === 'lost' || kind === 'offline') return { type: 'lost', id, error, online: kind === 'lost' }
  if (kind === 'succeeded') return { type: 'succeeded', id }
  return kind === 'answered' ? { type: 'answered' } : { type: kind, id, error }
}

/** Runs a queue through the given events, as the effects do, and collects the states. */
function run(queue: Queue, happenings: readonly Happening[]): Queue[] {
  const states = [queue]
  for (const kind of happenings) {
    const command = nextCommand(queue)
    if (command.type === 'end') break
    queue = step(queue, command.type === 'wait' ? { type: 'paused' } : eventOf(kind, command.image.id))
    states.push(queue)
  }
  return states
}

const someIds = fc.uniqueArray(fc.nat({ max: 50 }), { minLength: 1, maxLength: 8 })

test('no image is lost, or sent again after its answer', () => {
  fc.assert(
    fc.property(someIds, fc.array(happening, { maxLength: 60 }), (chosen, happenings) => {
      const states = run(started(...chosen), happenings)
      for (const [index, state] of states.entries()) {
        expect(ids(state)).toEqual([...chosen].sort((one, other) => one - other))
        const before = states[index - 1]
        for (const [place, { status }] of state.entries.entries())
          if (before && before.entries[place]?.status !== 'waiting')
            expect(status).toBe(before.entries[place]?.status)
      }
    }),
  )
})

test('progress never decreases, and ends at 100 percent', () => {
  fc.assert(
    fc.property(someIds, fc.array(happening, { maxLength: 60 }), (chosen, happenings) => {
      const states = run(started(...chosen), happenings)
      const percents = states.map((state) => progressOf(state).percent)
      expect(percents).toEqual([...percents].sort((one, other) => one - other))
      const last = states.at(-1) ?? emptyQueue
      expect(percents.at(-1) === 100).toBe(nextCommand(last).type === 'end')
    }),
  )
})

test('images are sent one at a time, in the order they were chosen', () => {
  fc.assert(
    fc.property(someIds, fc.array(happening, { maxLength: 60 }), (chosen, happenings) => {
      const sent = run(started(...chosen), happenings).flatMap((state) => {
        const command = nextCommand(state)
        return command.type === 'send' ? command.image.id : []
      })
      expect(sent).toEqual([...sent].sort((one, other) => one - other))
    }),
  )
})

test('a finished queue keeps exactly the images that did not succeed', () => {
  fc.assert(
    fc.property(someIds, fc.array(happening, { maxLength: 60 }), (chosen, happenings) => {
      const last = run(started(...chosen), happenings).at(-1) ?? emptyQueue
      const ended = step(last, { type: 'ended' })
      const missing = last.entries.filter(({ status }) => status !== 'done').map((entry) => entry.image.id)
      expect(unfinished(ended).map(({ id }) => id)).toEqual(missing)
      const again = step(ended, { type: 'resumed' })
      expect(again.entries.every(({ status }) => status === 'waiting')).toBe(true)
    }),
  )
})

test('an unreachable server gets the full number of retries once, not for each image', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), (count) => {
      const queue = started(...Array.from({ length: count }, (_, id) => id))
      const states = run(queue, Array<Happening>(200).fill('lost'))
      const tries = states.filter((state) => nextCommand(state).type === 'send').length
      expect(tries).toBe(retryDelays.length + count)
      expect(progressOf(states.at(-1) ?? queue)).toMatchObject({ succeeded: 0, failed: count })
    }),
  )
})

test('images do not fail without a connection', () => {
  const states = run(started(1, 2), Array<Happening>(200).fill('offline'))
  expect(progressOf(states.at(-1) ?? emptyQueue).failed).toBe(0)
})

test('a running queue refuses another start, a resumption and a discard', () => {
  const queue = started(1, 2)
  expect(step(queue, { type: 'started', images: [image(3)] })).toBe(queue)
  expect(step(queue, { type: 'resumed' })).toBe(queue)
  expect(step(queue, { type: 'discarded' })).toBe(queue)
})

test('images that another window has uploaded or discarded are not sent', () => {
  const queue = step(started(1, 2), { type: 'stored', images: [image(2)] })
  expect(ids(queue)).toEqual([2])
})

test('images left by an earlier page wait for the user', () => {
  const queue = step(emptyQueue, { type: 'found', images: [image(2), image(1)] })
  expect(unfinished(queue).map(({ id }) => id)).toEqual([1, 2])
  expect(nextCommand(queue)).toEqual({ type: 'end' })
  expect(step(queue, { type: 'found', images: [image(1)] }).entries).toEqual(queue.entries)
})
