import { useTheme } from './use-theme'

/**
 * The address with the present theme as its parameter `theme`: the backend admin may be on another origin, which cannot read
 * what this one stores.
 */
export function useThemedAddress<Address extends string | undefined>(address: Address): Address | string {
  const theme = useTheme()
  if (address === undefined || !URL.canParse(address, location.href)) return address
  const themed = new URL(address, location.href)
  themed.searchParams.set('theme', theme)
  return themed.origin === location.origin ? themed.pathname + themed.search + themed.hash : themed.href
}
