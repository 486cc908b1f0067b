/** Has the browser save `text` as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  download(url, name)
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Has the browser save what is at `url`, by the server's name for it unless there is one, and stay on the page. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
