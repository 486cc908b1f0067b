import { useState } from 'react'
import { ImportError, unreadable } from '#model/import/result'
import { filledFrom, type Setup } from './use-setup'

const largest = 200 * 2 ** 20

/** Files that may be imported; their content decides. */
export const importFiles = {
  accept: { 'application/pdf': ['.pdf'], 'application/json': ['.json'], 'application/zip': ['.zip'] },
  maxSize: largest,
}

/** Reads the owner's file; `fill` also fills in the inputs that are empty. */
export function useReadFile({ inputs, change, setImported }: Setup, { fill }: { fill: boolean }) {
  const [reading, setReading] = useState<string>()
  const [error, setError] = useState('')

  async function read(file: File): Promise<void> {
    setReading(file.name)
    setError('')
    try {
      // With what unpacks archives.
      const { readImport } = await import('#model/import/read-import')
      const result = await readImport(file)
      const chosen = result.entries
        .filter(({ problem, doubt }) => !problem && doubt === undefined)
        .map(({ id }) => id)
      setImported({ file: file.name, result, chosen })
      change({ cv: undefined, ...(fill && filledFrom(result, inputs)) })
    } catch (error) {
      setError(error instanceof ImportError ? error.message : 'This file could not be read. Try again.')
    }
    setReading(undefined)
  }

  return {
    reading,
    error,
    read: (file: File) => void read(file),
    refuse: () => setError(unreadable),
  }
}
