import { takeAppToken } from './app-token'

// In a separate module, because imports run before other statements.
takeAppToken()
