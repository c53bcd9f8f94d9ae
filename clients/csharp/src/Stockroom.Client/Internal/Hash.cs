using System;
using System.Security.Cryptography;
using System.Text;

namespace Stockroom
{
    internal static class Hash
    {
        /// Returns the hash of the UTF-8 bytes in upper-case hexadecimal digits.
        internal static string Of(HashAlgorithm algorithm, string text)
        {
            using (algorithm)
                return BitConverter.ToString(algorithm.ComputeHash(Encoding.UTF8.GetBytes(text))).Replace("-", "");
        }
    }
}
