import { takeSetupToken } from './setup-token'

// In a separate module, because imports run before other statements.
takeSetupToken()
