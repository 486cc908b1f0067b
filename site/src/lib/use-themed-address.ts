import { useTheme } from './use-theme'

/**
 * The address of the backend admin. On another origin, which cannot read what this one stores, it gets the theme as its
 * parameter `theme`.
 */
export function useThemedAddress<Address extends string | undefined>(address: Address): Address | string {
  const theme = useTheme()
  if (address === undefined || !URL.canParse(address, location.href)) return address
  const themed = new URL(address, location.href)
  themed.searchParams.set('theme', theme)
  return themed.origin === location.origin ? address : themed.href
}
