// Makes the same renditions with sharp, and prints the processor's time for one picture and the most memory:
// `node sharp.mjs VARIANT FILE ROUNDS FOLDER`. The variant `sharp` is what its documentation shows, a pipeline for each width;
// `sharp-once` decodes once and makes each width from the next larger.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import sharp from 'sharp'

const widths = [1280, 960, 640, 320]
const jpeg = { quality: 82 }
sharp.concurrency(1)
sharp.cache(false)

const variants = {
  async sharp(file) {
    const files = new Map()
    for (const width of widths) files.set(width, await sharp(file).resize(width).jpeg(jpeg).toBuffer())
    return files
  },
  async 'sharp-once'(file) {
    const files = new Map()
    let source = sharp(file)
    for (const width of widths) {
      const { data, info } = await source.resize(width).raw().toBuffer({ resolveWithObject: true })
      const { height, channels } = info
      const raw = { raw: { width, height, channels } }
      files.set(width, await sharp(data, raw).jpeg(jpeg).toBuffer())
      source = sharp(data, raw)
    }
    return files
  },
}

const [variant, name, rounds, folder] = process.argv.slice(2)
const file = readFileSync(name)
let files = await variants[variant](file) // once to warm up
const before = process.cpuUsage()
for (let round = 0; round < Number(rounds); round++) files = await variants[variant](file)
const { user, system } = process.cpuUsage(before)
for (const [width, content] of files) writeFileSync(join(folder, `${variant}-${width}.jpg`), content)
const seconds = (user + system) / 1e6 / Number(rounds)
console.log(JSON.stringify({ seconds, bytes: process.resourceUsage().maxRSS * 1024 }))
