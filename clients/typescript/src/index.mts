// The same classes for `import` as for `require`: with two copies, a program that uses both would have two paces.
export * from './index.js'
