/** Whether `siteText`, the text of site.md, is the sample person's: no owner has an address at example.test. */
export const isSampleSite = (siteText: string): boolean => /^email:.*@example\.test\s*$/m.test(siteText)
