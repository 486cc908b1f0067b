import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Driver, Element, Query } from './driver.ts'

const wait = { timeout: 20_000 }

/** Steps of a journey. They wait for elements and fail on console errors. */
export class Visitor {
  private readonly driver: Driver
  private readonly site: string
  private readonly screenshots: string
  private read = 0

  /** `screenshots` is the folder for a screenshot after each step. */
  constructor(driver: Driver, site: string, screenshots: string) {
    this.driver = driver
    this.site = site
    this.screenshots = screenshots
  }

  /** Runs a part of the journey. Console errors and warnings fail it, except those that contain `expected`. */
  async does(step: string, body: () => Promise<void>, expected?: string): Promise<void> {
    await test.step(step, async () => {
      try {
        await body()
        await this.findsThat(isMoving, false)
      } finally {
        await mkdir(this.screenshots, { recursive: true })
        const file = join(this.screenshots, `${step.replaceAll(/\W+/g, '-')}.png`)
        await writeFile(file, await this.driver.screenshot())
      }
      const messages = this.driver.console.slice(this.read)
      this.read += messages.length
      const faults = messages.filter((message) => /^(error|warn|assert)/.test(message))
      expect(faults.filter((fault) => expected === undefined || !fault.includes(expected))).toEqual([])
    })
  }

  /** Opens a page and waits until it is interactive. */
  async opens(path: string): Promise<void> {
    await this.driver.goto(`${this.site}${path}`)
    await expect
      .poll(() => this.driver.evaluate(() => 'enhanced' in document.documentElement.dataset), wait)
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

  /** Waits until `read`, which runs in the page, returns `value`. */
  async findsThat<T>(read: () => T, value: T): Promise<void> {
    await expect.poll(() => this.driver.evaluate(read), wait).toEqual(value)
  }

  /** Clicks an element after all animations. */
  async clicks(query: Query): Promise<void> {
    const element = await this.sees(query)
    await this.findsThat(isMoving, false)
    await element.click()
  }

  async types(query: Query, text: string): Promise<void> {
    await (await this.sees(query)).type(text)
  }
}

/** Runs in the page: reports whether a finite animation is running. */
const isMoving = () =>
  document
    .getAnimations()
    .some(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    )

const named = (query: Query) => JSON.stringify(query)
