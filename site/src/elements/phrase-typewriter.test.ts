import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import './public'

const phrases = ['Abc', 'De']

/** Shows the markup of a page that has these phrases. */
function open(phrases: readonly string[]): void {
  document.body.innerHTML =
    `<phrase-typewriter><h2><span>${phrases.join(', ')}</span>` +
    `<span aria-hidden="true" data-phrases="${phrases.join('\n')}"><span>${phrases[0] ?? ''}</span></span></h2>` +
    '<button aria-label="Pause the typing"><svg><path></path></svg></button></phrase-typewriter>'
}

const typed = () => screen.getByRole('heading', { level: 2 }).querySelector('[aria-hidden]')?.textContent

/** Lets time pass in steps that no single key stroke is longer than, for each one is timed when the last is drawn. */
function wait(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= 50) {
    vi.advanceTimersByTime(Math.min(left, 50))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})

test('rests 2000 ms, deletes a character each 50 ms, then types the next phrase at 150 ms a character', () => {
  open(phrases)
  expect(typed()).toBe('Abc')
  wait(2000)
  for (const left of ['Ab', 'A', '']) {
    wait(49)
    expect(typed()).not.toBe(left)
    wait(1)
    expect(typed()).toBe(left)
  }
  for (const [before, after] of [
    ['', 'D'],
    ['D', 'De'],
  ]) {
    wait(149)
    expect(typed()).toBe(before)
    wait(1)
    expect(typed()).toBe(after)
  }
})

test('goes round: after the last phrase comes the first', () => {
  open(phrases)
  const cycle = (phrase: string) => 2000 + phrase.length * 50
  wait(cycle('Abc') + 2 * 150)
  expect(typed()).toBe('De')
  wait(cycle('De') + 3 * 150)
  expect(typed()).toBe('Abc')
})

test('types and deletes whole characters as a reader sees them', () => {
  open(['i👩‍💻e\u0301', '🇵🇹'])
  wait(2000)
  for (const left of ['i👩‍💻', 'i', '']) {
    wait(50)
    expect(typed()).toBe(left)
  }
  wait(150)
  expect(typed()).toBe('🇵🇹')
})

test('has one name that the typing does not change', () => {
  open(phrases)
  const heading = () => screen.queryByRole('heading', { name: 'Abc, De' })
  expect(heading()).not.toBeNull()
  wait(2000 + 100)
  expect(typed()).toBe('A')
  expect(heading()).not.toBeNull()
})

test('pauses and resumes at the same place', () => {
  open(phrases)
  wait(2000 + 50)
  fireEvent.click(screen.getByRole('button', { name: 'Pause the typing' }))
  wait(60_000)
  expect(typed()).toBe('Ab')
  fireEvent.click(screen.getByRole('button', { name: 'Resume the typing' }))
  wait(50)
  expect(typed()).toBe('A')
})

test('is still when shows the first phrase with reduced motion', () => {
  let changed = () => {}
  let reduce = true
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(prefers-reduced-motion: reduce)' && reduce,
    addEventListener: (_: string, listener: () => void) => (changed = listener),
    removeEventListener: () => undefined,
  }))
  open(phrases)
  for (let time = 0; time < 10_000; time += 50) {
    expect(typed()).toBe('Abc')
    wait(50)
  }
  // A visitor who changes the setting finds the typing at the same place, and the first phrase again when they change it back.
  const become = (less: boolean) => {
    reduce = less
    changed()
  }
  become(false)
  wait(2000 + 50)
  expect(typed()).toBe('Ab')
  become(true)
  expect(typed()).toBe('Abc')
})
