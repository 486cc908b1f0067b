/** Goes to the one of the pages that has the photo: others may have come before it, or gone. */
export async function findPhoto(hash: string, pages: Iterable<HTMLAnchorElement>): Promise<void> {
  for (const { href } of pages) {
    const page = await fetch(href).then((answer) => answer.text(), String)
    if (!page.includes(`id="${hash.slice(1)}"`)) continue
    location.replace(href + hash)
    return
  }
}
