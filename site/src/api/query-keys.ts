/** Keys of the query cache. A write invalidates a key and all keys that start with it. */
export const queryKeys = {
  figures: ['dashboard'],
  publishing: ['publishing'],
  devices: ['devices'],
  factors: ['factors'],
  documents: ['documents'],
  documentList: ['documents', 'documents'],
  categories: ['documents', 'categories'],
  photos: ['photos'],
  galleries: ['photos', 'galleries'],
  images: ['photos', 'images'],
  trash: ['trash'],
  content: ['content'],
  files: ['content', 'files'],
  admin: ['admin'],
  contentPublications: ['content', 'publications'],
  frontPage: ['photos', 'front-page'],
} as const
