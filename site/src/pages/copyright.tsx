const year = new Date().getFullYear()

/** The year of the build, which a script replaces with that of the visit. */
export const Copyright = ({ company }: { company: string }) => (
  <span>
    {'© '}
    <span data-year="">{year}</span>
    {` ${company}`}
  </span>
)
