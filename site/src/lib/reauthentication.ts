import { createContext, use } from 'react'

type WithReauthentication = <T>(call: () => Promise<T>) => Promise<T>

export const ReauthenticationContext = createContext<WithReauthentication>((call) => call())

/**
 * Returns a function that makes a call and, if the API requires recent authentication, asks for it and calls again. It
 * throws the refusal if the user cancels.
 */
export const useReauthentication = () => use(ReauthenticationContext)
