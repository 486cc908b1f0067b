import type { TrashKind } from '../../api/types'

/** What the kinds are called. */
export const kinds: Record<TrashKind, { one: string; many: string }> = {
  image: { one: 'Picture', many: 'Pictures' },
  image_file: { one: 'Previous picture', many: 'Previous pictures' },
  document: { one: 'Document', many: 'Documents' },
  category: { one: 'Category', many: 'Categories' },
  gallery: { one: 'Gallery', many: 'Galleries' },
}
