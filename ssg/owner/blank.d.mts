export interface Link {
  title: string
  url: string
  handle: string
  icon: string
}
export interface Facts {
  name: string
  email: string
  company: string
  role: string
  links: Link[]
}
export const toWrite: string
export function blankContent(facts: Facts): Map<string, string>
