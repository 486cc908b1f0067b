import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Driver, Element, Query } from './driver.ts'

const wait = { timeout: 20_000 }

/** A person at a browser: finds what they look for, waits for what comes, and notices what goes wrong. */
export class Visitor {
  private readonly driver: Driver
  private readonly site: string
  private readonly pictures: string
  private read = 0

  /** `pictures` is the folder that gets a screenshot of each step's end. */
  constructor(driver: Driver, site: string, pictures: string) {
    this.driver = driver
    this.site = site
    this.pictures = pictures
  }

  /** A part of the journey, in which no console may show an error or a warning but for those that contain `expected`. */
  async does(step: string, body: () => Promise<void>, expected?: string): Promise<void> {
    await test.step(step, async () => {
      try {
        await body()
        await this.findsThat(isMoving, false)
      } finally {
        await mkdir(this.pictures, { recursive: true })
        const file = join(this.pictures, `${step.replaceAll(/\W+/g, '-')}.png`)
        await writeFile(file, await this.driver.screenshot())
      }
      const messages = this.driver.console.slice(this.read)
      this.read += messages.length
      const faults = messages.filter((message) => /^(error|warn|assert)/.test(message))
      expect(faults.filter((fault) => expected === undefined || !fault.includes(expected))).toEqual([])
    })
  }

  /** Opens a page by its address and waits until it answers to the visitor. */
  async opens(path: string): Promise<void> {
    await this.driver.goto(`${this.site}${path}`)
    await expect
      .poll(() => this.driver.evaluate(() => 'hydrated' in document.documentElement.dataset), wait)
      .toBe(true)
  }

  async sees(query: Query): Promise<Element> {
    let seen: Element | null = null
    await expect
      .poll(async () => (seen = await this.driver.find(query)), { ...wait, message: named(query) })
      .not.toBeNull()
    return seen as unknown as Element
  }

  async seesNo(query: Query): Promise<void> {
    await expect.poll(() => this.driver.find(query), { ...wait, message: `no ${named(query)}` }).toBeNull()
  }

  /** Waits until `read`, which runs in the page, answers `value`. */
  async findsThat<T>(read: () => T, value: T): Promise<void> {
    await expect.poll(() => this.driver.evaluate(read), wait).toEqual(value)
  }

  /** Presses what stands still: nobody aims at what is still on its way. */
  async clicks(query: Query): Promise<void> {
    const element = await this.sees(query)
    await this.findsThat(isMoving, false)
    await element.click()
  }

  async types(query: Query, text: string): Promise<void> {
    await (await this.sees(query)).type(text)
  }
}

/** Runs in the page: whether something moves that will come to rest. */
const isMoving = () =>
  document
    .getAnimations()
    .some(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    )

const named = (query: Query) => JSON.stringify(query)
