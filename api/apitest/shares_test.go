package apitest_test

const sharesPath = "/api/shares/"
