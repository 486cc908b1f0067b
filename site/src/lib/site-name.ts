export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''
