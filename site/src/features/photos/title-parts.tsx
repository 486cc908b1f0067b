/** The content of a `.title`, one line. The end of a file name is always visible. */
export function TitleParts({ title }: { title: string }) {
  const end = title.length > 24 ? 14 : 0
  return (
    <>
      <span className="one-line">{title.slice(0, -end || undefined)}</span>
      <span>{title.slice(title.length - end)}</span>
    </>
  )
}
