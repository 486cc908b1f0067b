/** Saves `text` as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  download(url, name)
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Downloads `url` without leaving the page, under the server's file name if it sends one. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
