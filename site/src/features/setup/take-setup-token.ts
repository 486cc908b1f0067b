import { takeSetupToken } from './setup-token'

// In a module of its own, because imports run before other statements.
takeSetupToken()
