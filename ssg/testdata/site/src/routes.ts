export const rows = [
  { path: '/', kind: 'public', description: '' },
  { path: '/cv', kind: 'public', title: 'CV', description: 'The "CV" & more.' },
  { path: '/desk', kind: 'staff', title: 'Desk' },
  { path: '/reset/:id/:token', kind: 'account', title: 'Reset' },
  { path: '*', kind: 'not-found', title: 'Not found' },
]
