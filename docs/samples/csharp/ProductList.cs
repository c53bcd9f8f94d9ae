using System;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;

/// Lists the first page of a merchant's products. .NET 5 or newer (as Program.cs of a console project), or Mono:
///
///     mcs -r:System.Net.Http ProductList.cs
///     mono ProductList.exe
///     mono ProductList.exe sign SECRET TIMESTAMP   # the sign alone
static class ProductList
{
    static string Sign(string secret, string timestamp)
    {
        byte[] text = Encoding.UTF8.GetBytes(secret + timestamp);
        using (var md5 = MD5.Create())
        {
            return BitConverter.ToString(md5.ComputeHash(text)).Replace("-", ""); // two upper-case digits a byte
        }
    }

    static string Setting(string name)
    {
        return Environment.GetEnvironmentVariable(name);
    }

    static void Main(string[] args)
    {
        if (args.Length == 3 && args[0] == "sign")
        {
            Console.WriteLine(Sign(args[1], args[2]));
            return;
        }
        string timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
        using (var client = new HttpClient())
        using (var request = new HttpRequestMessage(HttpMethod.Post, Setting("STOCKROOM_ADDRESS") + "/Stock/Product"))
        {
            request.Headers.Add("appid", Setting("STOCKROOM_APPID"));
            request.Headers.Add("timestamp", timestamp);
            request.Headers.Add("sign", Sign(Setting("STOCKROOM_SECRET"), timestamp));
            request.Headers.Add("accesstoken", Setting("STOCKROOM_TOKEN"));
            request.Content = new StringContent("page=1", Encoding.UTF8, "application/x-www-form-urlencoded");
            var answer = client.SendAsync(request).GetAwaiter().GetResult();
            Console.WriteLine(answer.Content.ReadAsStringAsync().GetAwaiter().GetResult());
        }
    }
}
