import { takeAppToken } from './app-token'

// In a module of its own, because imports run before other statements.
takeAppToken()
