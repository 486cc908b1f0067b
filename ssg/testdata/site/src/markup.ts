export const markup: Record<string, string> = {
  '/': '<main id="top"><h1>Home</h1><a href="/cv#jobs">CV</a><a href="/desk">Desk</a><a href="/media/a.webp">Image</a></main>',
  '/cv':
    '<main><h1>CV</h1><h2 id="jobs">Jobs</h2><a href="#jobs">Jobs</a><a href="/reset/1/2">Reset</a></main>',
  '/404': '<main><h1>Lost</h1><a href="https://example.test/">Elsewhere</a></main>',
}
