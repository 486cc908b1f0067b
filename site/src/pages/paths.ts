/** The drawings of icons on several pages. */
export const paths = {
  mail: 'M3 5h18v14H3zl9 8 9-8',
  arrow: 'M5 12h14m-6 6 6-6-6-6',
  back: 'M19 12H5m6-6-6 6 6 6',
  previous: 'm15 6-6 6 6 6',
  next: 'm9 6 6 6-6 6',
  link: 'm9 15 6-6m-4-3 .5-.5a5 5 0 0 1 7 7l-.5.5m-5 5-.5.5a5 5 0 0 1-7-7l.5-.5',
  check: 'm5 12 5 5 9-10',
  close: 'M18 6 6 18M6 6l12 12',
  feed: 'M5 19v.01M4 4a16 16 0 0 1 16 16M4 11a9 9 0 0 1 9 9',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5 5-5m-5-7v12',
  pin: 'M9 11a3 3 0 1 0 6 0 3 3 0 0 0-6 0m8.7 5.7-4.2 4.2a2 2 0 0 1-2.9 0l-4.2-4.2a8 8 0 1 1 11.3 0',
  chevron: 'm6 9 6 6 6-6',
  alert: 'M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0m9-4v4m0 4v.01',
  external: 'M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6M11 13l9-9h-5m5 0v5',
}
