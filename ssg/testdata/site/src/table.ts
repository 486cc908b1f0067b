import site from 'virtual:content/site'

export const rows = [
  {
    path: '/',
    kind: 'public',
    title: site.name,
    description: site.description,
    module: 'src/routes/public/home.ts',
  },
  { path: '/cv', kind: 'public', title: 'CV', description: 'The "CV" & more.' },
  { path: '/desk', kind: 'staff', title: 'Desk' },
  { path: '/reset/:id/:token', kind: 'account', title: 'Reset' },
  { path: '*', kind: 'not-found', title: 'Not found' },
]

export const markup: Record<string, string> = {
  '/': '<main id="top"><h1>Home</h1><a href="/cv#jobs">CV</a><a href="/desk">Desk</a><a href="/media/a.webp">Picture</a></main>',
  '/cv':
    '<main><h1>CV</h1><h2 id="jobs">Jobs</h2><a href="#jobs">Jobs</a><a href="/reset/1/2">Reset</a></main>',
  '/404': '<main><h1>Lost</h1><a href="https://example.test/">Elsewhere</a></main>',
}
