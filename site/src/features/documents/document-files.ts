/** What the API takes, by the end of its name: what browsers think of these types differs too much. */
const endings =
  '.pdf .docx .xlsx .pptx .odt .ods .odp .doc .xls .ppt .txt .md .csv .jpg .jpeg .png .gif .webp'.split(' ')

export const documentTypes = { 'application/octet-stream': endings }

export const documentBytes = 50 * 2 ** 20

export const documentHint = 'PDF, office document, text or picture, up to 50 MB'

/** Why `file` is not taken. */
export function refusalOf(file: File): string {
  const known = endings.some((ending) => file.name.toLowerCase().endsWith(ending))
  return known
    ? `${file.name} is larger than 50 MB.`
    : `${file.name} is not a PDF, office document, text or picture.`
}
