import type { Plugin } from 'vite'

export interface ModulesRead extends Plugin {
  /** Resolves when the bundler has read all modules of the browser's bundle. */
  read: Promise<void>
}

/** Tells from when on the bundler asks plugins little: it links and minifies on threads of its own. */
export function modulesRead(): ModulesRead {
  let tell: () => void = () => undefined
  const read = new Promise<void>((resolve) => {
    tell = resolve
  })
  return {
    name: 'ssg:modules-read',
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd: () => tell(),
    read,
  }
}
